export type Period = { readonly days: number } | { readonly months: number } | { readonly years: number };

/**
 * The longest periods (Act 843, section 24). Retention jobs and the privacy page use them. For the audit, the
 * database checks the period too (refuse_audit_change).
 */
export const RETENTION = {
  unverifiedSignUps: { days: 7 },
  /** Counted from the day when the study is closed. */
  answersOfStudies: { months: 12 },
  draftAnswers: { days: 30 },
  deletedStudies: { days: 1 },
  deletedProjects: { days: 30 },
  /** Free slots are deleted this long after the study's last slot. */
  timesOfStudies: { days: 30 },
  /** Counted from the time when the notification is read. */
  readNotifications: { days: 30 },
  notifications: { months: 12 },
  /** For notifications about a study that has just opened. */
  openings: { days: 30 },
  reports: { days: 90 },
  endedSessions: { days: 30 },
  endedLinks: { days: 7 },
  /** Counted from the request. */
  emailChanges: { days: 30 },
  /** About texts, we store only data such as the time, not the texts themselves. */
  texts: { days: 90 },
  /** Counted from the end of the study. */
  invitations: { days: 90 },
  passwordTries: { days: 30 },
  callbacks: { months: 13 },
  audit: { years: 2 },
} as const satisfies Record<string, Period>;
