import type {
  REJECTION_REASONS,
  SUBMISSION_OUTCOMES,
  SubmissionStatus,
} from '@app/contracts/project/submission-choices.ts';

/** We show a completion code in two halves. People can enter it with or without the hyphen. */
export const formatCompletionCode = (code: string) => `${code.slice(0, 4)}-${code.slice(4)}`;

export const submissionWords = {
  status: {
    STARTED: 'Open',
    SUBMITTED: 'Submitted',
    SCREENED_OUT: 'Screened out',
    RETURNED: 'Ended early',
    TIMED_OUT: 'Out of time',
    APPROVED: 'Approved',
    REJECTED: 'Rejected',
    REJECTION_REQUESTED: 'Submitted',
  } satisfies Record<SubmissionStatus, string>,
  outcome: {
    CODE: 'With a code',
    NO_CODE: 'Without a code',
    LATE: 'With a code, too late',
  } satisfies Record<(typeof SUBMISSION_OUTCOMES)[number], string>,
  adminDecision: { APPROVED: 'The survey is approved', REJECTED: 'The survey stays rejected' },
  rejectionReason: {
    NO_ANSWERS: 'The researcher found no answers from you',
    EMPTY_ANSWERS: 'Most answers were empty',
    FAILED_CHECKS: 'At least two attention checks failed',
    NOT_AS_ASKED: 'The task was not done as the study asked',
  } satisfies Record<(typeof REJECTION_REASONS)[number], string>,
} as const;
