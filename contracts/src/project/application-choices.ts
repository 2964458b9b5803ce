import { MAX_PAGE_SIZE } from '../endpoint.ts';

/** In a file of its own, because lists need these values without the schemas. */

/** docs/states.md shows the transitions. */
export const APPLICATION_STATUSES = ['PENDING', 'ACCEPTED', 'DECLINED', 'WITHDRAWN'] as const;

/** Applicants read these reasons, so none shows which answer decided. */
export const DECLINE_REASONS = [
  'NOT_A_MATCH',
  'PLACES_TAKEN',
  'DATES_DO_NOT_FIT',
  'ANSWERS_UNCLEAR',
  'OTHER',
] as const;

/**
 * STUDY_ENDED: the study was deleted before a decision. SCREENED_OUT and REJECTED are about the survey of an
 * online study.
 */
export const DECISION_REASONS = [...DECLINE_REASONS, 'STUDY_ENDED', 'SCREENED_OUT', 'REJECTED'] as const;

export const SCREENINGS = ['QUALIFIED', 'DISQUALIFIED'] as const;
/** NO_CODE_FIRST puts submissions without a code first, then very fast ones, then the others by time. */
export const APPLICANT_ORDERS = ['NEWEST', 'OLDEST', 'YOUNGEST', 'ELDEST', 'NO_CODE_FIRST'] as const;

export const APPLICANT_SEARCH_MAX_LENGTH = 100;

export const MAX_DECIDED = MAX_PAGE_SIZE;

/**
 * NO_TIME_LEFT: the study is closed and has no suitable slot. HAS_MEETING: only a call with `cancelsMeeting`
 * can undo. APPLICANT_HAS_ACTED: the applicant has booked. HAS_SUBMISSION: the survey is open or decided, or
 * cannot be opened again.
 */
export const UNDECIDED_BECAUSE = [
  'IS_PENDING',
  'IS_ACCEPTED',
  'IS_DECLINED',
  'IS_WITHDRAWN',
  'NO_PLACE_LEFT',
  'QUOTA_IS_FULL',
  'NO_TIME_LEFT',
  'MEETING_IS_MARKED',
  'HAS_MEETING',
  'APPLICANT_HAS_ACTED',
  'HAS_SUBMISSION',
  'NOT_FOUND',
] as const;
