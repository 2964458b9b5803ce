import * as z from 'zod/mini';
import { endpoint, Id, pagingFields } from '../endpoint.ts';
import { rule } from '../rule.ts';
import { APPLICATION_STATUSES, DECISION_REASONS } from './application-choices.ts';
import { CHOOSING } from './meeting-choices.ts';
import { ANSWER_MAX_LENGTH, MAX_QUESTIONS, QUESTION_MAX_LENGTH, RECRUITMENT_STATUSES } from './studies.ts';
import { freeText } from '../text.ts';
import { Consented } from './ethics.ts';
import { surveyReplyFields } from './survey.ts';

export { APPLICATION_STATUSES };

/** `id` is the number of the question as text, counted from 1 (S-405). */
const ScreenerResponse = z.strictObject({
  id: z.string().check(z.regex(/^[1-9]\d?$/, rule('answerEveryQuestion'))),
  question: freeText(QUESTION_MAX_LENGTH),
  answer: freeText(ANSWER_MAX_LENGTH),
});

const ConsentVersion = z
  .int({ error: rule('wholeNumber') })
  .check(z.minimum(0, rule('min 0')), z.maximum(2 ** 31 - 1, rule('wholeNumber')));

export const StudyApplication = z.strictObject({
  applicantId: Id,
  responses: z
    .array(ScreenerResponse)
    .check(
      z.minLength(1, rule('answerEveryQuestion')),
      z.maxLength(MAX_QUESTIONS, rule('answerEveryQuestion')),
    ),
  /** Absent if the study has no consent text. */
  consentVersion: z.optional(ConsentVersion),
});
export type StudyApplication = z.infer<typeof StudyApplication>;

export const storedResponses = z.array(
  z.object({ id: z.string(), question: z.string(), answer: z.string() }),
);

export const ApplicationStep = z.object({
  status: z.enum(APPLICATION_STATUSES),
  at: z.string(),
  by: z.enum(['APPLICANT', 'RESEARCHER']),
  reason: z.nullable(z.enum(DECISION_REASONS)),
  note: z.nullable(z.string()),
});
export type ApplicationStep = z.infer<typeof ApplicationStep>;

/** An application does not show the result of the screener (D-29), or decisions that were undone. */
export const Application = z.object({
  id: Id,
  applicantId: Id,
  status: z.enum(APPLICATION_STATUSES),
  responses: storedResponses,
  appliedAt: z.string(),
  history: z.array(ApplicationStep),
  consent: Consented,
  unreadMessages: z.int(),
  hasReported: z.optional(z.literal(true)),
  /** Present if the consent text has changed since the participant agreed. */
  asksConsent: z.nullable(z.object({ version: z.int(), text: z.string() })),
  /** A participant with a place in an online study must open its survey before this time. */
  startBy: z.optional(z.string()),
  study: z.object({
    id: Id,
    publicName: z.string(),
    companyName: z.nullable(z.string()),
    incentive: z.int(),
    durationInMinutes: z.int(),
    survey: z.optional(z.object(surveyReplyFields)),
    choosing: z.enum(CHOOSING),
    availableDates: z.array(z.string()),
    recruitmentStatus: z.enum(RECRUITMENT_STATUSES),
    /** True if the study is closed and no slot can be booked. */
    hasEnded: z.boolean(),
  }),
});
export type Application = z.infer<typeof Application>;

/** The database allows one application per participant and study (D-29). */
export const applyToStudy = endpoint({
  method: 'POST',
  path: '/studies/:id/applications',
  summary: 'Apply with an answer to every screener question',
  access: 'PARTICIPANT',
  own: { in: 'body', name: 'applicantId' },
  limits: ['APPLICATIONS_PER_PERSON_PER_DAY'],
  params: z.object({ id: Id }),
  body: StudyApplication,
  reply: Application,
  status: 201,
  errors: [
    'STUDY_NOT_FOUND',
    'STUDY_IS_PAUSED',
    'STUDY_IS_CLOSED',
    'STUDY_IS_SUSPENDED',
    'STUDY_IS_FULL',
    'GROUP_IS_FULL',
    'STUDY_DOES_NOT_FIT',
    'PROFILE_MISSING',
    'MATCHING_WITHDRAWN',
    'ALREADY_APPLIED',
    'CONSENT_NEEDED',
    'APPLYING_IS_BLOCKED',
    'INVALID_INPUT',
  ],
});

export const listOwnApplications = endpoint({
  method: 'GET',
  path: '/studies/applications',
  summary: "The participant's own applications, newest first",
  access: 'PARTICIPANT',
  own: { in: 'query', name: 'applicantId' },
  query: z.strictObject({ applicantId: z.optional(Id), ...pagingFields }),
  page: Application,
  errors: [],
});

/**
 * A withdrawal is final. It releases the place and notifies the researcher. A repeated call changes nothing.
 */
export const withdrawApplication = endpoint({
  method: 'POST',
  path: '/studies/applications/:id/withdraw',
  summary: 'Withdraw an application of the caller',
  access: 'PARTICIPANT',
  params: z.object({ id: Id }),
  reply: Application,
  errors: ['APPLICATION_NOT_FOUND', 'APPLICATION_IS_DECLINED'],
});

const applicationId = z.object({ id: Id });

export const agreeToConsent = endpoint({
  method: 'PUT',
  path: '/studies/applications/:id/consent',
  summary: 'Agree to the current consent text of a study',
  access: 'PARTICIPANT',
  params: applicationId,
  body: z.strictObject({ version: ConsentVersion }),
  reply: Application,
  errors: ['APPLICATION_NOT_FOUND', 'APPLICATION_IS_DECLINED', 'CONSENT_NEEDED'],
});

/**
 * Erases answers and remarks. Also withdraws the application, unless the meeting took place. Payables stay. A
 * repeated call changes nothing.
 */
export const withdrawConsent = endpoint({
  method: 'DELETE',
  path: '/studies/applications/:id/consent',
  summary: 'Withdraw the consent to a study',
  access: 'PARTICIPANT',
  params: applicationId,
  reply: Application,
  errors: ['APPLICATION_NOT_FOUND'],
});
