import type { DECLINE_REASONS } from './application-choices.ts';

/** A study by the name that the person knows it by. */
interface OfStudy {
  studyId: string;
  study: string;
}

interface OfApplicant extends OfStudy {
  /** Unknown of those that were told by an older node. */
  applicationId?: string;
}

/** The kinds of notification with their parameters. The client that shows one writes its sentence and address. */
export type NotificationContent =
  | { kind: 'COMPANY_ACCEPTED'; params: Record<string, never> }
  | { kind: 'COMPANY_DECLINED'; params: Record<string, never> }
  | { kind: 'NEW_APPLICANT'; params: OfApplicant }
  | { kind: 'APPLICANT_WITHDREW'; params: OfApplicant }
  | { kind: 'ACCEPTED'; params: OfStudy }
  | { kind: 'UNDER_REVIEW_AGAIN'; params: OfStudy }
  | { kind: 'STUDY_FITS'; params: OfStudy }
  | { kind: 'STUDY_CLOSED'; params: OfStudy }
  | { kind: 'STUDY_ENDED'; params: OfStudy }
  | { kind: 'DECLINED'; params: OfStudy & { reason: (typeof DECLINE_REASONS)[number] } };

export type NotificationKind = NotificationContent['kind'];
