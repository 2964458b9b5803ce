/** Of a file without schemas, so that a page loads none of them with these words. */

/** How a study meets people: the researcher calls; a link of any maker; a place. */
export const MEETING_WAYS = ['PHONE', 'VIDEO', 'IN_PERSON'] as const;
export type MeetingWay = (typeof MEETING_WAYS)[number];

/**
 * When an applicant chooses a time. AT_ONCE: everyone who qualifies is accepted, and their place is held while they
 * choose.
 */
export const CHOOSING = ['AFTER_ACCEPTANCE', 'AT_ONCE'] as const;
/** So long, without choosing; then the researcher decides. */
export const HOLD_MINUTES = 30;

/** So long after the start nobody is absent yet: neither side can say that the other did not come. */
export const LATE_MINUTES = 15;

/** How long after the end a meeting is open for marks and reports. */
export const OPEN_HOURS = 72;

/** A researcher who cancels a meeting later than this before its start pays it as attended. */
export const SHORT_NOTICE_HOURS = 24;

/** A second absence within `ABSENCE_WINDOW_DAYS` blocks applying for `BLOCK_DAYS` from that absence. */
export const ABSENCE_WINDOW_DAYS = 90;
export const BLOCK_DAYS = 30;

/** The gap that a researcher needs after a meeting. */
export const BUFFERS_IN_MINUTES = [0, 15, 30] as const;

export const MAX_SEATS = 30;
export const MAX_NOTICE_HOURS = 72;

/** So that a publish with the specification's four fields goes on working. */
export const MEETING_DEFAULTS = {
  meetingWay: 'PHONE',
  meetingDetails: {},
  seatsPerSlot: 1,
  choosing: 'AFTER_ACCEPTANCE',
  leadHours: 4,
  noticeHours: 24,
  bufferMinutes: 0,
} as const;

/**
 * How far an applicant's meeting is, to somebody who filters by it: UNMARKED has begun, and nobody has said who came.
 */
export const MEETING_STAGES = ['CHOOSING', 'AHEAD', 'UNMARKED', 'ATTENDED', 'NO_SHOW'] as const;
export type MeetingStage = (typeof MEETING_STAGES)[number];

/** docs/states.md draws who moves a booking from which of these to which. */
export const BOOKING_STATES = [
  'HELD',
  'OFFERED',
  'BOOKED',
  'CONFIRMED',
  'ATTENDED',
  'NO_SHOW',
  'TURNED_AWAY',
  'NOBODY_CAME',
  'CANCELLED_BY_PARTICIPANT',
  'CANCELLED_BY_RESEARCHER',
  'LAPSED',
] as const;
export type BookingState = (typeof BOOKING_STATES)[number];

export const ATTENDANCE_OUTCOMES = ['ATTENDED', 'NO_SHOW', 'TURNED_AWAY', 'UNMARKED'] as const;
export const REPORT_KINDS = ['NOT_A_NO_SHOW', 'NOBODY_CAME'] as const;
export type ReportKind = (typeof REPORT_KINDS)[number];

/** A participant can change the time of a meeting so often: move it, or give it back and take another. */
export const MOST_MOVES = 3;

/** The researcher sees the number to call from so many hours before a meeting until so many after it; then it is deleted (AP6). */
export const NUMBER_SHOWN_HOURS = 24;
