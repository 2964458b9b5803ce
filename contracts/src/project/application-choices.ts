import { MAX_PAGE_SIZE } from '../endpoint.ts';

/** Of a file without schemas, so that a list loads none of them with these words. */

/** docs/states.md draws who moves an application from which of these to which. */
export const APPLICATION_STATUSES = ['PENDING', 'ACCEPTED', 'DECLINED', 'WITHDRAWN'] as const;

/** Why an applicant was declined; the applicant reads it, so none of them shows which answer decided (SC2). */
export const DECLINE_REASONS = [
  'NOT_A_MATCH',
  'PLACES_TAKEN',
  'DATES_DO_NOT_FIT',
  'ANSWERS_UNCLEAR',
  'OTHER',
] as const;

/** What an applicant may read: also that the study ended, where its researcher deleted it before deciding. */
export const DECISION_REASONS = [...DECLINE_REASONS, 'STUDY_ENDED'] as const;

export const SCREENINGS = ['QUALIFIED', 'DISQUALIFIED'] as const;
export const APPLICANT_ORDERS = ['NEWEST', 'OLDEST', 'YOUNGEST', 'ELDEST'] as const;

/** The longest search for an applicant's name, in characters. */
export const APPLICANT_SEARCH_MAX_LENGTH = 100;

/** The most applicants that are decided on in one call. */
export const MAX_DECIDED = MAX_PAGE_SIZE;

/**
 * Why an application did not become what was asked. It has the named status, which allows no such change; or no place
 * is left, or none for people of their group; or the study is closed and no time that they could choose is ahead; or its last meeting is marked, so that it
 * is neither declined nor taken back; or a meeting is booked, which `cancelsMeeting` cancels; or the applicant has booked within the undo time; or it is not in this study.
 */
export const UNDECIDED_BECAUSE = [
  'IS_PENDING',
  'IS_ACCEPTED',
  'IS_DECLINED',
  'IS_WITHDRAWN',
  'NO_PLACE_LEFT',
  'CELL_IS_FULL',
  'NO_TIME_LEFT',
  'MEETING_IS_MARKED',
  'HAS_MEETING',
  'APPLICANT_HAS_ACTED',
  'NOT_FOUND',
] as const;
