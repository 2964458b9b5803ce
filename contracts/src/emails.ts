import * as z from 'zod/mini';

/** The identity service has the texts of these emails; docs/states.md lists the events. */
export const EMAIL_KINDS = [
  'APPLICATION_ACCEPTED',
  'APPLICATION_DECLINED',
  'CONSENT_GIVEN',
  'CONSENT_CHANGED',
  'APPROVAL_ENDS',
  'STUDIES_FIT',
  'APPLICANT_FIRST',
  'APPLICANTS_NEW',
  'MEETING_BOOKED',
  'MEETING_MOVED',
  'PLACE_CHANGED',
  'PLACE_CHANGED_SOON',
  'CALL_UNANSWERED',
  'MEETING_CANCELLED',
  'MEETING_TOMORROW',
  'MEETING_SOON',
  'MEETING_MISSED',
  'MEETING_DISPUTED',
  'MEETING_DECIDED',
  'TIME_BOOKED',
  'TIME_MOVED',
  'TIME_CANCELLED',
  'MEETINGS_UNMARKED',
  'TIME_OFFERED',
  'TIMES_FREE',
  'TIME_NOT_CHOSEN',
  'ATTENDANCE_DISPUTED',
  'SURVEY_PLACE',
  'SURVEY_ENDS_SOON',
  'SURVEY_REJECTED',
  'SURVEY_DISPUTED',
  'SURVEY_DECIDED',
  'SURVEYS_WAIT',
  'SURVEY_CORRECTED',
  'SURVEY_PAUSED',
  'SURVEY_LONGER',
  'STUDY_SUSPENDED',
  'OWN_STUDY_SUSPENDED',
  'OWN_STUDY_RESTORED',
  'STUDY_REPORTED',
  'MESSAGE_UNREAD',
  'MESSAGE_REPORTED',
] as const;
export type EmailKind = (typeof EMAIL_KINDS)[number];

/** These emails go to admins, so they are sent even after the person's account is deleted. */
export const isToAdmin = (kind: string): boolean =>
  kind === 'ATTENDANCE_DISPUTED' ||
  kind === 'SURVEY_DISPUTED' ||
  kind === 'STUDY_REPORTED' ||
  kind === 'MESSAGE_REPORTED';

/** No one waits for these emails, and there are many, so others are sent first. */
const BULK: readonly string[] = [
  'APPLICATION_DECLINED',
  'STUDIES_FIT',
  'APPLICANT_FIRST',
  'APPLICANTS_NEW',
  'TIME_NOT_CHOSEN',
  'MESSAGE_UNREAD',
  'PAYMENT_MADE',
  'BONUS_PAID',
] satisfies (EmailKind | PaymentEmailKind)[];

export const isBulk = (kind: string): boolean => BULK.includes(kind);

/** Only the service that wrote these ids and times knows what they mean. */
export const EmailAbout = z.string().check(z.regex(/^[\w:.-]{1,100}$/));

export const EmailCalendarEvent = z.object({
  uid: z.string(),
  sequence: z.int(),
  startsAt: z.string(),
  endsAt: z.string(),
  location: z.nullable(z.string()),
  isCancelled: z.boolean(),
});
export type EmailCalendarEvent = z.infer<typeof EmailCalendarEvent>;

/** `path` is the target of the button. words/en/project-emails.ts lists the parameters. */
export const ProjectEmail = z.object({
  params: z.record(z.string(), z.string()),
  path: z.string(),
  event: z.nullable(EmailCalendarEvent),
});
export type ProjectEmail = z.infer<typeof ProjectEmail>;

export const PAYMENT_EMAIL_KINDS = [
  'PAYMENT_MADE',
  'BONUS_PAID',
  'PAYMENT_HELD',
  'PAYMENT_NEEDS_ACCOUNT',
  'PAYMENT_REVERSED',
  'PAYMENT_UNFUNDED',
  'BUDGET_PAID_IN',
  'BUDGET_REFUNDED',
  'BUDGET_PAID_IN_VAIN',
] as const;
export type PaymentEmailKind = (typeof PAYMENT_EMAIL_KINDS)[number];
