import * as z from 'zod/mini';
import { endpoint, Id, pagingFields } from '../endpoint.ts';
import { FURTHER_CRITERIA, furtherValues } from '../further-criteria.ts';
import { DEVICE_REQUIREMENTS, EDUCATION_LEVELS, GENDERS, INCOME_RANGES } from '../enumerations.ts';
import { rule } from '../rule.ts';
import { PAYOUT_STATES } from '../payment/payout-states.ts';
import { TEXTAREA_MAX_LENGTH, freeText, oneOf } from '../text.ts';
import {
  APPLICANT_ORDERS,
  APPLICANT_SEARCH_MAX_LENGTH,
  APPLICATION_STATUSES,
  DECLINE_REASONS,
  MAX_DECIDED,
  SCREENINGS,
  UNDECIDED_BECAUSE,
} from './application-choices.ts';
import { ApplicationStep, storedResponses } from './applications.ts';
import { UNMET_REQUIREMENTS } from './browsing.ts';
import { Consented } from './ethics.ts';
import { BOOKING_STATES, MEETING_STAGES } from './meeting-choices.ts';
import { REJECTION_REASONS, SUBMISSION_OUTCOMES, SUBMISSION_STATUSES } from './submission-choices.ts';
import { ANSWER_MAX_LENGTH } from './studies.ts';

const meetingFields = { state: z.enum(BOOKING_STATES), startsAt: z.nullable(z.string()) };

/** The profile is the one of the day when the study opened (D-30). */
export const Applicant = z.object({
  id: Id,
  applicantId: Id,
  /** Researchers use this code in files instead of the name (D-77). */
  code: z.string(),
  firstName: z.string(),
  lastName: z.string(),
  age: z.int(),
  gender: z.enum(GENDERS),
  education: z.enum(EDUCATION_LEVELS),
  annualHouseholdIncome: z.enum(INCOME_RANGES),
  devices: z.array(z.enum(DEVICE_REQUIREMENTS)),
  asked: z.object(furtherValues),
  /** Requirements whose values the applicant had changed since the study opened. */
  changedSince: z.array(z.enum(UNMET_REQUIREMENTS)),
  quota: z.nullable(z.int()),
  /** True if another account has the same mobile-money number. */
  sharesNumber: z.boolean(),
  status: z.enum(APPLICATION_STATUSES),
  isQualified: z.boolean(),
  responses: storedResponses,
  appliedAt: z.string(),
  history: z.array(ApplicationStep),
  consent: Consented,
  isConsentOutdated: z.boolean(),
  /** Remarks of the researcher, which applicants never see. */
  remarks: z.string(),
  isFavourite: z.boolean(),
  unreadMessages: z.int(),
  meeting: z.nullable(z.object(meetingFields)),
  /** The last start of the survey of an online study. */
  submission: z.optional(
    z.object({
      id: Id,
      status: z.enum(SUBMISSION_STATUSES),
      outcome: z.nullable(z.enum(SUBMISSION_OUTCOMES)),
      startedAt: z.string(),
      submittedAt: z.nullable(z.string()),
      note: z.nullable(z.string()),
      isVeryFast: z.boolean(),
      undoUntil: z.nullable(z.string()),
      rejection: z.nullable(z.object({ reason: z.enum(REJECTION_REASONS), note: z.string() })),
    }),
  ),
  /** Null if nothing must be paid, or if the payment service does not answer. */
  payment: z.nullable(z.object({ state: z.enum(PAYOUT_STATES), amountInPesewas: z.int() })),
});
export type Applicant = z.infer<typeof Applicant>;

export { APPLICANT_ORDERS, SCREENINGS };

export const UndecidedApplicant = z.object({
  ...z.pick(Applicant, {
    id: true,
    applicantId: true,
    firstName: true,
    lastName: true,
    isQualified: true,
    appliedAt: true,
  }).shape,
  study: z.object({ id: Id, name: z.string() }),
});
export type UndecidedApplicant = z.infer<typeof UndecidedApplicant>;

/** If there are more applicants, a search fails with TOO_MANY_TO_SEARCH. */
export const MAX_SEARCHED_APPLICANTS = 5000;

type AskedValue = {
  [Name in keyof typeof FURTHER_CRITERIA]: `${Name}.${(typeof FURTHER_CRITERIA)[Name][number]}`;
}[keyof typeof FURTHER_CRITERIA];

const ASKED_VALUES = Object.entries(FURTHER_CRITERIA).flatMap(([name, values]) =>
  values.map((value) => `${name}.${value}`),
) as [AskedValue, ...AskedValue[]];

const filterFields = {
  status: z.optional(oneOf(APPLICATION_STATUSES)),
  screening: z.optional(oneOf(SCREENINGS)),
  gender: z.optional(oneOf(GENDERS)),
  favourites: z.optional(oneOf(['true'])),
  meeting: z.optional(oneOf(MEETING_STAGES)),
  submission: z.optional(oneOf(SUBMISSION_STATUSES)),
  /** The number of a question, counted from 1. It needs `answer`. */
  question: z.optional(z.string().check(z.regex(/^[1-9]\d?$/, rule('notAnOption')))),
  answer: z.optional(freeText(ANSWER_MAX_LENGTH)),
  /** A value of one of the study's further criteria, such as "regions.ASHANTI". */
  asked: z.optional(oneOf(ASKED_VALUES)),
  /** The number of a quota, counted from 0. */
  quota: z.optional(z.string().check(z.regex(/^[0-5]?\d$/, rule('notAnOption')))),
  /** Each word must start a word of the first or last name, in any order, ignoring case and accents. */
  name: z.optional(freeText(APPLICANT_SEARCH_MAX_LENGTH)),
};

const answerNeedsQuestion = {
  error: rule('notAnOption'),
  path: ['question'],
};
const areBothOrNeither = ({ question, answer }: { question?: unknown; answer?: unknown }) =>
  (question === undefined) === (answer === undefined);

const ApplicantFilter = z.strictObject(filterFields).check(z.refine(areBothOrNeither, answerNeedsQuestion));
export type ApplicantFilter = z.infer<typeof ApplicantFilter>;

const studyId = z.object({ id: Id });

export const listApplicants = endpoint({
  method: 'GET',
  path: '/studies/:id/applications',
  summary: 'The applicants of one of the caller’s studies',
  access: 'RESEARCHER',
  isCostly: true,
  params: studyId,
  query: z
    .strictObject({
      ...filterFields,
      sort: z._default(oneOf(APPLICANT_ORDERS), 'NEWEST'),
      ...pagingFields,
    })
    .check(z.refine(areBothOrNeither, answerNeedsQuestion)),
  page: Applicant,
  errors: ['STUDY_NOT_FOUND', 'TOO_MANY_TO_SEARCH'],
});

export const listUndecidedApplicants = endpoint({
  method: 'GET',
  path: '/studies/applications/waiting',
  summary: 'Applicants waiting for a decision in any of the caller’s studies, newest first',
  access: 'RESEARCHER',
  isCostly: true,
  query: z.strictObject(pagingFields),
  page: UndecidedApplicant,
  errors: [],
});

const count = z.int();

/** Counts by day in GMT, oldest first. */
export const ApplicantCounts = z.object({
  all: count,
  byStatus: z.object({ PENDING: count, ACCEPTED: count, DECLINED: count, WITHDRAWN: count }),
  byScreening: z.object({ QUALIFIED: count, DISQUALIFIED: count }),
  wanted: z.nullable(count),
  days: z.array(z.object({ day: z.string(), applied: count, qualified: count })),
  /** The last submissions of the applicants of an online study. */
  bySubmission: z.optional(z.partialRecord(z.enum(SUBMISSION_STATUSES), count)),
  /** `taken` counts the places that are in use. */
  byQuota: z.array(z.object({ pending: count, accepted: count, met: count, taken: count })),
});
export type ApplicantCounts = z.infer<typeof ApplicantCounts>;

export const countApplicants = endpoint({
  method: 'GET',
  path: '/studies/:id/applications/counts',
  summary: 'Counts of applicants by status, by screening and by day',
  access: 'RESEARCHER',
  params: studyId,
  reply: ApplicantCounts,
  errors: ['STUDY_NOT_FOUND'],
});

/** Applicants without a meeting are absent. */
export const listApplicantMeetings = endpoint({
  method: 'GET',
  path: '/studies/:id/applications/meetings',
  summary: 'The meeting states of a study’s applicants, by application',
  access: 'RESEARCHER',
  isCostly: true,
  params: studyId,
  reply: z.object({ meetings: z.array(z.object({ applicationId: Id, ...meetingFields })) }),
  errors: ['STUDY_NOT_FOUND'],
});

type DecisionInput = { status: string; reason?: unknown; note?: unknown };
const isReasonGiven = ({ status, reason }: DecisionInput) => status !== 'DECLINED' || reason !== undefined;
const isReasonOfDecline = ({ status, reason, note }: DecisionInput) =>
  status === 'DECLINED' || (reason === undefined && note === undefined);

/** PENDING undoes a decision. The applicant can read the note of a decline. */
export const Decision = z
  .strictObject({
    applicationIds: z.array(Id).check(
      z.minLength(1, rule('atLeastOne')),
      z.maxLength(MAX_DECIDED, rule(`tooMany ${MAX_DECIDED}`)),
      z.refine((ids) => new Set(ids).size === ids.length, rule('noRepeats')),
    ),
    status: oneOf(['ACCEPTED', 'DECLINED', 'PENDING']),
    reason: z.optional(oneOf(DECLINE_REASONS, rule('declineReason'))),
    note: z.optional(freeText(TEXTAREA_MAX_LENGTH)),
    /** Needed if PENDING undoes an acceptance with a booked meeting, which is then cancelled for good. */
    cancelsMeeting: z.optional(z.boolean()),
  })
  .check(
    z.refine(isReasonGiven, { error: rule('declineReason'), path: ['reason'] }),
    z.refine(isReasonOfDecline, { error: rule('reasonOfDecline'), path: ['reason'] }),
    z.refine(({ status, cancelsMeeting }) => status === 'PENDING' || cancelsMeeting === undefined, {
      error: rule('notAnOption'),
      path: ['cancelsMeeting'],
    }),
  );
export type Decision = z.infer<typeof Decision>;

/**
 * The reply says why an applicant cannot be decided on. Applicants are notified some seconds later, unless
 * the decision is undone before.
 */
export const decideApplicants = endpoint({
  method: 'POST',
  path: '/studies/:id/applications/decisions',
  summary: 'Accept or decline applicants, or undo a decision',
  access: 'VERIFIED_RESEARCHER',
  params: studyId,
  body: Decision,
  reply: z.object({
    decided: z.array(Id),
    undecided: z.array(
      z.object({
        applicationId: Id,
        because: z.enum(UNDECIDED_BECAUSE),
        quota: z.optional(z.int()),
        /** The start of the meeting because of which the decision is not possible. */
        startsAt: z.optional(z.string()),
      }),
    ),
    placesLeft: z.int(),
  }),
  errors: ['STUDY_NOT_FOUND', 'STUDY_IS_SUSPENDED'],
});

export const ApplicantRemarks = z
  .strictObject({
    remarks: z.optional(freeText(TEXTAREA_MAX_LENGTH)),
    isFavourite: z.optional(z.boolean()),
  })
  .check(z.refine((change) => Object.keys(change).length > 0, rule('nothingToChange')));
export type ApplicantRemarks = z.infer<typeof ApplicantRemarks>;

export const remarkApplicant = endpoint({
  method: 'PATCH',
  path: '/studies/:id/applications/:applicationId',
  summary: 'Save a remark on an applicant or mark them as a favourite; only the researcher sees it',
  access: 'RESEARCHER',
  params: z.object({ id: Id, applicationId: Id }),
  body: ApplicantRemarks,
  reply: z.object({ id: Id, remarks: z.string(), isFavourite: z.boolean() }),
  errors: ['APPLICATION_NOT_FOUND'],
});

/** The file contains no contacts or payment numbers. The audit records each export. */
export const exportApplicants = endpoint({
  method: 'GET',
  path: '/studies/:id/applications/export',
  summary: 'The filtered applicants as CSV in UTF-8',
  access: 'RESEARCHER',
  params: studyId,
  query: ApplicantFilter,
  file: 'text/csv',
  errors: ['STUDY_NOT_FOUND', 'TOO_MANY_TO_SEARCH', 'EXPORTS_BLOCKED'],
});

export const exportApplicantsWorkbook = endpoint({
  method: 'GET',
  path: '/studies/:id/applications/workbook',
  summary: 'The same as an .xlsx file, with every text as it was written',
  access: 'RESEARCHER',
  params: studyId,
  query: ApplicantFilter,
  file: 'application/vnd.openxmlformats-officedocument.spreadsheetml.sheet',
  errors: ['STUDY_NOT_FOUND', 'TOO_MANY_TO_SEARCH', 'EXPORTS_BLOCKED'],
});
