export type Period = { readonly days: number } | { readonly months: number } | { readonly years: number };

/**
 * Maximum periods (Act 843, section 24) for the retention jobs and the privacy page. The database also
 * enforces the period of the audit (refuse_audit_change).
 */
export const RETENTION = {
  unverifiedSignUps: { days: 7 },
  /** The period starts when the study is closed. */
  answersOfStudies: { months: 12 },
  draftAnswers: { days: 30 },
  deletedStudies: { days: 1 },
  deletedProjects: { days: 30 },
  /** Free slots are deleted. The period starts with the last slot of the study. */
  timesOfStudies: { days: 30 },
  /** The period starts when the notification is read. */
  readNotifications: { days: 30 },
  notifications: { months: 12 },
  /** Openings are notifications about a newly opened study. */
  openings: { days: 30 },
  reports: { days: 90 },
  endedSessions: { days: 30 },
  endedLinks: { days: 7 },
  /** The period starts with the request. */
  emailChanges: { days: 30 },
  /** Only data about texts is stored, not the texts themselves. */
  texts: { days: 90 },
  /** The period starts with the end of the study. */
  invitations: { days: 90 },
  passwordTries: { days: 30 },
  callbacks: { months: 13 },
  audit: { years: 2 },
} as const satisfies Record<string, Period>;
