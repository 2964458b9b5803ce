export type Period = { readonly days: number } | { readonly months: number } | { readonly years: number };

/**
 * How long data is kept, at the most (Act 843, section 24). The services delete by it and the privacy page says it. For
 * the audit the database holds the period too, so nobody deletes what is younger (migrations *_old_audit).
 */
export const RETENTION = {
  unverifiedSignUps: { days: 7 },
  /** From the closing of the study. */
  answersOfStudies: { months: 12 },
  draftAnswers: { days: 30 },
  deletedStudies: { days: 1 },
  deletedProjects: { days: 30 },
  /** The free ones, from the last of them. */
  timesOfStudies: { days: 30 },
  /** From when they were read; else the line below. */
  readNotifications: { days: 30 },
  notifications: { months: 12 },
  /** Of these, that a study has opened. */
  openings: { days: 30 },
  reports: { days: 90 },
  endedSessions: { days: 30 },
  endedLinks: { days: 7 },
  /** From when they were asked for. */
  emailChanges: { days: 30 },
  /** Not their words, which are not kept. */
  texts: { days: 90 },
  /** From the end of the study. */
  invitations: { days: 90 },
  passwordTries: { days: 30 },
  callbacks: { months: 13 },
  audit: { years: 2 },
} as const satisfies Record<string, Period>;
