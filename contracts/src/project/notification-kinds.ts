import type { DECISION_REASONS } from './application-choices.ts';

interface OfStudy {
  studyId: string;
  study: string;
}

interface OfMeeting extends OfStudy {
  startsAt: string;
}

interface OfApplicant extends OfStudy {
  /** Absent in notifications of an older version. */
  applicationId?: string;
}

/** A scheduled job sends notifications of these kinds. */
export type SurveyKind =
  | 'SURVEY_PLACE'
  | 'SURVEY_ENDS_SOON'
  | 'SURVEY_REJECTED'
  | 'SURVEY_DISPUTED'
  | 'SURVEYS_WAIT'
  | 'SURVEY_CORRECTED';

export type NotificationContent =
  | { kind: 'COMPANY_ACCEPTED'; params: Record<string, never> }
  | { kind: 'COMPANY_DECLINED'; params: Record<string, never> }
  | { kind: 'COMPANY_REVOKED'; params: Record<string, never> }
  | { kind: 'PAYMENT_HELD'; params: Record<string, never> }
  | { kind: 'PAYMENT_NEEDS_ACCOUNT'; params: Record<string, never> }
  | { kind: 'NEW_APPLICANT'; params: OfApplicant }
  | { kind: 'APPLICANT_WITHDREW'; params: OfApplicant }
  | { kind: 'CONSENT_WITHDRAWN'; params: OfApplicant }
  | { kind: 'NEW_MESSAGE'; params: OfStudy & { applicationId: string } }
  | { kind: 'CONSENT_CHANGED'; params: OfStudy }
  | { kind: 'APPROVAL_ENDS'; params: OfStudy & { until: string } }
  | { kind: 'ACCEPTED'; params: OfStudy }
  | { kind: 'UNDER_REVIEW_AGAIN'; params: OfStudy }
  | { kind: 'STUDY_FITS'; params: OfStudy }
  | { kind: 'STUDY_CLOSED'; params: OfStudy }
  | { kind: 'STUDY_SUSPENDED'; params: OfStudy }
  | { kind: 'OWN_STUDY_SUSPENDED'; params: OfStudy }
  | { kind: 'OWN_STUDY_RESTORED'; params: OfStudy }
  | { kind: 'STUDY_ENDED'; params: OfStudy }
  | { kind: 'MEETING_BOOKED'; params: OfMeeting }
  | { kind: 'MEETING_MOVED'; params: OfMeeting }
  | { kind: 'PLACE_CHANGED'; params: OfMeeting }
  | { kind: 'CALL_UNANSWERED'; params: OfMeeting & { until: string } }
  | { kind: 'MEETING_CANCELLED'; params: OfMeeting & { proposed?: string } }
  | { kind: 'MEETING_TOMORROW'; params: OfMeeting }
  | { kind: 'MEETING_SOON'; params: OfMeeting }
  | { kind: 'MEETING_MISSED'; params: OfMeeting }
  | { kind: 'MEETING_DECIDED'; params: OfMeeting }
  | { kind: 'TIME_OFFERED'; params: OfMeeting }
  | { kind: 'TIMES_FREE'; params: OfStudy }
  | { kind: 'TIME_NOT_CHOSEN'; params: OfStudy }
  | { kind: 'TIME_BOOKED'; params: OfMeeting }
  | { kind: 'TIME_MOVED'; params: OfMeeting }
  | { kind: 'TIME_CANCELLED'; params: OfMeeting }
  | { kind: 'MEETINGS_UNMARKED'; params: OfMeeting }
  | { kind: 'MEETING_DISPUTED'; params: OfMeeting }
  | { [Kind in SurveyKind]: { kind: Kind; params: OfStudy & { until: string } } }[SurveyKind]
  | { kind: 'SURVEY_DECIDED'; params: OfStudy }
  | { kind: 'SURVEY_PAUSED'; params: OfStudy }
  | { kind: 'SURVEY_LONGER'; params: OfStudy }
  | { kind: 'DECLINED'; params: OfStudy & { reason: (typeof DECISION_REASONS)[number] } };

export type NotificationKind = NotificationContent['kind'];

type ParametersOf<Content> = Content extends { params: infer Params }
  ? string extends keyof Params
    ? never
    : keyof Params
  : never;
export type NotificationParameter = ParametersOf<NotificationContent>;

export const GROUPED_KINDS = [
  'NEW_APPLICANT',
  'APPLICANT_WITHDREW',
  'TIME_BOOKED',
  'TIME_MOVED',
  'TIME_CANCELLED',
] as const satisfies NotificationKind[];
export type GroupedKind = (typeof GROUPED_KINDS)[number];
