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

/** LATE: the code came after the time-out and no place was left. */
export const SUBMISSION_OUTCOMES = ['CODE', 'NO_CODE', 'LATE'] as const;

/** None of these is about speed, and no machine rejects. */
export const REJECTION_REASONS = ['NO_ANSWERS', 'EMPTY_ANSWERS', 'FAILED_CHECKS', 'NOT_AS_ASKED'] as const;

/** Time to start after an acceptance: at once, or by the researcher. */
export const START_MINUTES = { AT_ONCE: 30, AFTER_ACCEPTANCE: 72 * 60 } as const;
export const MOST_STARTS = 3;
/** A participant has at least this, or three times the promised length. */
export const LEAST_MINUTES = 60;
/** A code is accepted for this long after the time-out. */
export const GRACE_HOURS = 24;
/** Without an answer for this long, the submission is approved. */
export const SILENCE_HOURS = 72;
/** A submission faster than this part of the promised length is marked, and nothing else follows. */
export const VERY_FAST_SHARE = 5;
/** A study in which nobody had a code pauses once so many people finish without one within an hour. */
export const NO_CODES_THAT_PAUSE = 3;
/** After so many submissions, a median over this multiple of the promised length is shown. */
export const SUBMISSIONS_FOR_MEDIAN = 10;
export const LONGER_SHARE = 1.3;
/** Pays the further minutes like the promised ones, in whole cedis. */
export const bonusForLonger = (incentive: number, minutes: number, medianMinutes: number): number =>
  Math.ceil((incentive * medianMinutes) / minutes) - incentive;
/** Beyond both, the admin decides. */
export const REJECTIONS_WITHOUT_ADMIN = 2;
export const REJECTED_SHARE_WITHOUT_ADMIN = 0.1;

export const MAX_DECIDED_SUBMISSIONS = 200;
export const REJECTION_NOTE_LENGTH = { least: 20, most: 250 } as const;
