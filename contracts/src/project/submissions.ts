import * as z from 'zod/mini';
import { endpoint, Id } from '../endpoint.ts';
import { rule } from '../rule.ts';
import { TEXTAREA_MAX_LENGTH, freeText, oneOf, requiredText } from '../text.ts';
import { COMPLETION_MEANINGS, CompletionCode, SurveyAddress, surveyReplyFields } from './survey.ts';
import {
  MAX_DECIDED_SUBMISSIONS,
  REJECTION_NOTE_LENGTH,
  REJECTION_REASONS,
  SUBMISSION_OUTCOMES,
  SUBMISSION_STATUSES,
} from './submission-choices.ts';

const studyId = z.object({ id: Id });
const submissionId = z.object({ id: Id });

/** One start of the survey of an online study. */
export const OwnSubmission = z.object({
  id: Id,
  studyId: Id,
  status: z.enum(SUBMISSION_STATUSES),
  outcome: z.nullable(z.enum(SUBMISSION_OUTCOMES)),
  startedAt: z.string(),
  expiresAt: z.string(),
  submittedAt: z.nullable(z.string()),
  /**
   * The submission is approved at this time at the latest. Null if nothing is pending, or if only a person
   * can approve.
   */
  paidBy: z.nullable(z.string()),
  /** At this time the decision is final and the payment is sent. */
  finalAt: z.nullable(z.string()),
  isExtended: z.boolean(),
  /** The number of times that the participant can start again after a time-out. */
  startsLeft: z.int(),
  /** Present only if the submission is rejected. */
  rejection: z.nullable(z.object({ reason: z.enum(REJECTION_REASONS), note: z.string() })),
  /** Until this time, the participant can object to the rejection, once. Null if they cannot. */
  appealUntil: z.nullable(z.string()),
  appealedAt: z.nullable(z.string()),
  /** The reason that the admin wrote. The status shows what the admin decided. */
  adminDecision: z.nullable(z.object({ decidedAt: z.string(), reason: z.string() })),
  /** All placeholders are filled in. Null if the submission is not in the state STARTED. */
  survey: z.nullable(z.object({ address: z.string(), host: z.string(), minutes: z.int() })),
  study: z.object({ publicName: z.string(), incentive: z.int(), screenOutPay: z.int() }),
});
export type OwnSubmission = z.infer<typeof OwnSubmission>;

export const startSubmission = endpoint({
  method: 'POST',
  path: '/studies/:id/submission',
  summary: 'Open the survey of an online study; a repeated call returns the same submission',
  access: 'PARTICIPANT',
  params: studyId,
  reply: OwnSubmission,
  errors: [
    'STUDY_NOT_FOUND',
    'NOT_ONLINE',
    'NOT_ACCEPTED',
    'STUDY_IS_PAUSED',
    'STUDY_IS_CLOSED',
    'STUDY_IS_SUSPENDED',
    'CONSENT_OUTDATED',
    'NO_PLACE_LEFT',
    'TOO_MANY_STARTS',
    'SUBMISSION_IS_OVER',
  ],
});

/** Lists only the last start of each application. */
export const listOwnSubmissions = endpoint({
  method: 'GET',
  path: '/studies/submissions',
  summary: 'The surveys that the participant has opened',
  access: 'PARTICIPANT',
  reply: z.array(OwnSubmission),
  errors: [],
});

/** The researcher can also enter a code, as a test. This changes nothing. */
export const enterCompletionCode = endpoint({
  method: 'POST',
  path: '/studies/completions',
  summary: 'Enter the completion code of a survey; a repeated call returns the same submission',
  access: 'SIGNED_IN',
  limits: ['COMPLETION_CODES_PER_PERSON_PER_HOUR'],
  body: z.strictObject({ code: CompletionCode }),
  reply: z.object({
    meaning: z.enum(COMPLETION_MEANINGS),
    /** Null if the caller is the researcher of the study. */
    submission: z.nullable(OwnSubmission),
  }),
  errors: ['COMPLETION_CODE_WRONG', 'NO_SUBMISSION_STARTED', 'SUBMISSION_IS_OVER'],
});

export const finishSubmission = endpoint({
  method: 'POST',
  path: '/studies/submissions/:id/finish',
  summary: 'Say that the survey is finished, without a completion code',
  access: 'PARTICIPANT',
  params: submissionId,
  body: z.strictObject({ note: z.optional(freeText(TEXTAREA_MAX_LENGTH)) }),
  reply: OwnSubmission,
  errors: ['SUBMISSION_NOT_FOUND', 'SUBMISSION_IS_OVER'],
});

export const extendSubmission = endpoint({
  method: 'POST',
  path: '/studies/submissions/:id/extend',
  summary: 'Get more time, once; a repeated call changes nothing',
  access: 'PARTICIPANT',
  params: submissionId,
  reply: OwnSubmission,
  errors: ['SUBMISSION_NOT_FOUND', 'SUBMISSION_IS_OVER'],
});

export const appealRejection = endpoint({
  method: 'POST',
  path: '/studies/submissions/:id/appeal',
  summary: 'Object to the rejection of a survey, once; a repeated call changes nothing',
  access: 'PARTICIPANT',
  params: submissionId,
  body: z.strictObject({ statement: requiredText(TEXTAREA_MAX_LENGTH) }),
  reply: OwnSubmission,
  errors: ['SUBMISSION_NOT_FOUND', 'NOTHING_TO_REPORT'],
});

const StudySurvey = z.object({
  ...surveyReplyFields,
  address: z.string(),
  codes: z.array(
    z.object({ meaning: z.enum(COMPLETION_MEANINGS), code: z.string(), returnPath: z.string() }),
  ),
  /** When a participant last came back with a code. Null if no one has. */
  seenWorkingAt: z.nullable(z.string()),
});

export const readSurvey = endpoint({
  method: 'GET',
  path: '/studies/:id/survey',
  summary: 'The survey of an online study, with its completion codes and return addresses',
  access: 'RESEARCHER',
  params: studyId,
  reply: StudySurvey,
  errors: ['STUDY_NOT_FOUND', 'NOT_ONLINE'],
});

export const correctSurvey = endpoint({
  method: 'PUT',
  path: '/studies/:id/survey',
  summary: 'Correct the address of a survey',
  access: 'VERIFIED_RESEARCHER',
  params: studyId,
  body: z.strictObject({ address: SurveyAddress }),
  reply: StudySurvey,
  errors: ['STUDY_NOT_FOUND', 'STUDY_IS_SUSPENDED', 'NOT_ONLINE', 'INVALID_INPUT'],
});

/** The list has no names, because the survey tool knows only the codes. */
export const listSubmissions = endpoint({
  method: 'GET',
  path: '/studies/:id/submissions',
  summary: 'The last submission of each applicant, by participant code',
  access: 'RESEARCHER',
  isCostly: true,
  params: studyId,
  reply: z.object({
    submissions: z.array(
      z.object({
        id: Id,
        code: z.string(),
        status: z.enum(SUBMISSION_STATUSES),
        outcome: z.nullable(z.enum(SUBMISSION_OUTCOMES)),
      }),
    ),
  }),
  errors: ['STUDY_NOT_FOUND'],
});

const Decision = z
  .strictObject({
    submissionIds: z
      .array(Id)
      .check(
        z.minLength(1, rule('valueRequired')),
        z.maxLength(MAX_DECIDED_SUBMISSIONS, rule(`tooMany ${MAX_DECIDED_SUBMISSIONS}`)),
      ),
    /** UNDO is possible until the decision is final. */
    decision: oneOf(['APPROVE', 'REJECT', 'UNDO']),
    reason: z.optional(oneOf(REJECTION_REASONS)),
    /** The participant reads this text. */
    note: z.optional(
      requiredText(REJECTION_NOTE_LENGTH.most).check(
        z.minLength(REJECTION_NOTE_LENGTH.least, rule(`minLength ${REJECTION_NOTE_LENGTH.least}`)),
      ),
    ),
  })
  .check(
    z.refine(({ decision, reason }) => (decision === 'REJECT') === (reason !== undefined), {
      error: rule('valueRequired'),
      path: ['reason'],
    }),
    z.refine(({ decision, note }) => (decision === 'REJECT') === (note !== undefined), {
      error: rule('valueRequired'),
      path: ['note'],
    }),
  );
export type SubmissionDecision = z.infer<typeof Decision>;

export const decideSubmissions = endpoint({
  method: 'POST',
  path: '/studies/:id/submissions/decisions',
  summary: 'Approve or reject up to 200 submissions, or undo this',
  access: 'VERIFIED_RESEARCHER',
  params: studyId,
  body: Decision,
  reply: z.object({
    /** The time when the decisions of this call become final. Null for an undo. */
    undoUntil: z.nullable(z.string()),
    /** `because` says why the submission kept its status. */
    results: z.array(
      z.object({
        submissionId: Id,
        status: z.nullable(z.enum(SUBMISSION_STATUSES)),
        because: z.nullable(z.enum(['NOT_FOUND', 'NOT_SUBMITTED', 'IS_FINAL', 'NO_PLACE_LEFT'])),
      }),
    ),
  }),
  errors: ['STUDY_NOT_FOUND'],
});
