/** docs/states.md shows the transitions. */
export const SUBMISSION_STATUSES = [
  'STARTED',
  'SUBMITTED',
  'SCREENED_OUT',
  'RETURNED',
  'TIMED_OUT',
  'APPROVED',
  'REJECTED',
  'REJECTION_REQUESTED',
] as const;
export type SubmissionStatus = (typeof SUBMISSION_STATUSES)[number];

/** LATE means that the code came after the time-out, when no place was left. */
export const SUBMISSION_OUTCOMES = ['CODE', 'NO_CODE', 'LATE'] as const;

/** No reason is about speed, and only people reject. */
export const REJECTION_REASONS = ['NO_ANSWERS', 'EMPTY_ANSWERS', 'FAILED_CHECKS', 'NOT_AS_ASKED'] as const;

/** The participant must start within these minutes. AT_ONCE: the study accepts all people who fit. */
export const START_MINUTES = { AT_ONCE: 30, AFTER_ACCEPTANCE: 72 * 60 } as const;
export const MOST_STARTS = 3;
/** A participant has this many minutes, or three times the promised length if that is more. */
export const LEAST_MINUTES = 60;
/** After the time-out, a code is still accepted for this long. */
export const GRACE_HOURS = 24;
/** If the researcher does not answer for this long, the submission is approved. */
export const SILENCE_HOURS = 72;
/**
 * A submission that took less than the promised length divided by this is marked as very fast, with no other
 * effect.
 */
export const VERY_FAST_SHARE = 5;
/** If this many people finish without a code within an hour, and no one had a code yet, the study pauses. */
export const NO_CODES_THAT_PAUSE = 3;
/** After this many submissions, a median above this multiple of the promised length is shown. */
export const SUBMISSIONS_FOR_MEDIAN = 10;
export const LONGER_SHARE = 1.3;
/** The extra pay if a survey takes longer than promised, in whole cedis, at the promised rate. */
export const bonusForLonger = (incentive: number, minutes: number, medianMinutes: number): number =>
  Math.ceil((incentive * medianMinutes) / minutes) - incentive;
/** If a researcher rejects more than this number and more than this share, the admin decides. */
export const REJECTIONS_WITHOUT_ADMIN = 2;
export const REJECTED_SHARE_WITHOUT_ADMIN = 0.1;

export const MAX_DECIDED_SUBMISSIONS = 200;
export const REJECTION_NOTE_LENGTH = { least: 20, most: 250 } as const;
