import * as z from 'zod/mini';
import { endpoint } from '../endpoint.ts';
import { DURATIONS_IN_MINUTES, EDUCATION_LEVELS, GENDERS, INCOME_RANGES } from '../enumerations.ts';
import { validation } from '../messages/validation.ts';
import { pagingFields } from '../paging.ts';
import { ANSWER_MAX_LENGTH, MAX_QUESTIONS, QUESTION_MAX_LENGTH } from './studies.ts';
import { freeText } from '../text.ts';

export const APPLICATION_STATUSES = ['PENDING'] as const;

/** One answered question: its place counted from 1 as text, its words and the words of the chosen option (S-405). */
export const ScreenerResponse = z.strictObject({
  id: z.string().check(z.regex(/^[1-9]\d?$/, validation.answerEveryQuestion)),
  question: freeText(QUESTION_MAX_LENGTH),
  answer: freeText(ANSWER_MAX_LENGTH),
});

export const StudyApplication = z.strictObject({
  applicantId: z.uuid(),
  responses: z
    .array(ScreenerResponse)
    .check(
      z.minLength(1, validation.answerEveryQuestion),
      z.maxLength(MAX_QUESTIONS, validation.answerEveryQuestion),
    ),
});
export type StudyApplication = z.infer<typeof StudyApplication>;

const responses = z.array(z.object({ id: z.string(), question: z.string(), answer: z.string() }));

/** An application as the person who made it sees it: whether the screener qualified it is not told (D-29). */
export const Application = z.object({
  id: z.uuid(),
  applicantId: z.uuid(),
  status: z.enum(APPLICATION_STATUSES),
  responses,
  appliedAt: z.string(),
  study: z.object({
    id: z.uuid(),
    publicName: z.string(),
    companyName: z.nullable(z.string()),
    durationInMinutes: z.literal(DURATIONS_IN_MINUTES),
    availableDates: z.array(z.string()),
    isOpen: z.boolean(),
  }),
});
export type Application = z.infer<typeof Application>;

/** An applicant as the study's researcher sees it (D-30); `age` in whole years at the time of asking. */
export const Applicant = z.object({
  id: z.uuid(),
  applicantId: z.uuid(),
  firstName: z.string(),
  lastName: z.string(),
  age: z.int(),
  gender: z.enum(GENDERS),
  education: z.enum(EDUCATION_LEVELS),
  annualHouseholdIncome: z.enum(INCOME_RANGES),
  status: z.enum(APPLICATION_STATUSES),
  isQualified: z.boolean(),
  responses,
  appliedAt: z.string(),
});
export type Applicant = z.infer<typeof Applicant>;

const studyId = z.object({ id: z.uuid() });

/** One application per participant and study; the database decides (D-29). */
export const applyToStudy = endpoint({
  method: 'POST',
  path: '/studies/:id/applications',
  summary: 'Apply with an answer to every screener question',
  access: 'PARTICIPANT',
  own: { in: 'body', name: 'applicantId' },
  params: studyId,
  body: StudyApplication,
  reply: Application,
  status: 201,
  errors: [
    'STUDY_NOT_FOUND',
    'STUDY_NOT_OPEN',
    'STUDY_DOES_NOT_FIT',
    'PROFILE_MISSING',
    'ALREADY_APPLIED',
    'INVALID_INPUT',
  ],
});

export const listOwnApplications = endpoint({
  method: 'GET',
  path: '/studies/applications',
  summary: "The participant's own applications, newest first",
  access: 'PARTICIPANT',
  own: { in: 'query', name: 'applicantId' },
  query: z.strictObject({ applicantId: z.optional(z.uuid()), ...pagingFields }),
  page: Application,
  errors: [],
});

export const listApplicants = endpoint({
  method: 'GET',
  path: '/studies/:id/applications',
  summary: 'Who applied to one of the caller’s studies, newest first',
  access: 'RESEARCHER',
  params: studyId,
  query: z.strictObject(pagingFields),
  page: Applicant,
  errors: ['STUDY_NOT_FOUND'],
});
