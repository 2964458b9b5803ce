export type Period = { readonly days: number } | { readonly months: number } | { readonly years: number };

/**
 * Maximum periods (Act 843, section 24) for the retention jobs and the privacy page. The database also
 * enforces that of the audit (refuse_audit_change).
 */
export const RETENTION = {
  unverifiedSignUps: { days: 7 },
  /** From the closing of the study. */
  answersOfStudies: { months: 12 },
  draftAnswers: { days: 30 },
  deletedStudies: { days: 1 },
  deletedProjects: { days: 30 },
  /** Free slots, from the last one of the study. */
  timesOfStudies: { days: 30 },
  /** From the time of reading. */
  readNotifications: { days: 30 },
  notifications: { months: 12 },
  /** These notify of a newly opened study. */
  openings: { days: 30 },
  reports: { days: 90 },
  endedSessions: { days: 30 },
  endedLinks: { days: 7 },
  /** From the request. */
  emailChanges: { days: 30 },
  /** Texts themselves are not stored. */
  texts: { days: 90 },
  /** From the end of the study. */
  invitations: { days: 90 },
  passwordTries: { days: 30 },
  callbacks: { months: 13 },
  audit: { years: 2 },
} as const satisfies Record<string, Period>;
