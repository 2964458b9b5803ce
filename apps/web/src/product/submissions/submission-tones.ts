import type { SubmissionStatus } from '@app/contracts/project/submission-choices.ts';
import type { BadgeTone } from '../../ui/badge.tsx';

/** Separate from the tones of meetings, because lists of meetings do not need these. */
export const submissionTones: Readonly<Record<SubmissionStatus, BadgeTone>> = {
  STARTED: 'waiting',
  SUBMITTED: 'info',
  REJECTION_REQUESTED: 'info',
  TIMED_OUT: 'plain',
  SCREENED_OUT: 'plain',
  RETURNED: 'plain',
  APPROVED: 'good',
  REJECTED: 'plain',
};
