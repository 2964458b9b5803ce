import { MINUTE_MS } from '../durations.ts';

/** In a file of its own, because pages need these values without the schemas. */

export const MEETING_WAYS = ['PHONE', 'VIDEO', 'IN_PERSON'] as const;
export type MeetingWay = (typeof MEETING_WAYS)[number];

/** AT_ONCE accepts everyone who qualifies, with a reserved place while they choose a time. */
export const CHOOSING = ['AFTER_ACCEPTANCE', 'AT_ONCE'] as const;
/** If a person chooses no time within this many minutes, the researcher decides. */
export const HOLD_MINUTES = 30;

/** Only after this many minutes can one side report that the other did not come. */
export const LATE_MINUTES = 15;

/**
 * An absence from a phone meeting needs this many calls over this many minutes. Calls before the start do not
 * count.
 */
const MIN_CALLS = 3;
export const MIN_CALL_MINUTES = 15;

export function countedCalls(calls: readonly string[], startsAt: string) {
  const all = calls.filter((at) => at >= startsAt);
  const [first] = all;
  /** If the last call was at this time or later, the calls were long enough apart. */
  const lastFrom = Date.parse(first ?? startsAt) + MIN_CALL_MINUTES * MINUTE_MS;
  const isEnough = all.length >= MIN_CALLS && Date.parse(all.at(-1) ?? startsAt) >= lastFrom;
  return { left: Math.max(MIN_CALLS - all.length, isEnough ? 0 : 1), lastFrom, isEnough };
}

/** After this many wrong words, the researcher can only mark without a word. */
export const MOST_WRONG_ENTRIES = 5;

/** Marks and reports are possible for this long after the meeting ends. */
export const OPEN_HOURS = 72;

/**
 * If a researcher cancels less than this before the meeting, the participant is paid as if they had attended.
 */
export const SHORT_NOTICE_HOURS = 24;

/** Two absences within `ABSENCE_WINDOW_DAYS` block new applications for `BLOCK_DAYS`. */
export const ABSENCE_WINDOW_DAYS = 90;
export const BLOCK_DAYS = 30;

export const BUFFERS_IN_MINUTES = [0, 15, 30] as const;

export const MAX_SEATS = 30;
export const MAX_NOTICE_HOURS = 72;

/** Used if a publish request has only the specification's four fields. */
export const MEETING_DEFAULTS = {
  meetingWay: 'PHONE',
  meetingDetails: {},
  seatsPerSlot: 1,
  choosing: 'AFTER_ACCEPTANCE',
  leadHours: 4,
  noticeHours: 24,
  bufferMinutes: 0,
} as const;

/** UNMARKED means that the meeting has started and has no mark. */
export const MEETING_STAGES = ['CHOOSING', 'AHEAD', 'UNMARKED', 'ATTENDED', 'NO_SHOW'] as const;
export type MeetingStage = (typeof MEETING_STAGES)[number];

/** docs/states.md shows the transitions. */
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
export const CALL_OUTCOMES = ['CALLED', 'NO_ANSWER'] as const;
export const REPORT_KINDS = ['NOT_A_NO_SHOW', 'NOBODY_CAME'] as const;
export type ReportKind = (typeof REPORT_KINDS)[number];

/** A participant can reschedule at most this often. Booking again after a cancellation counts too. */
export const MOST_MOVES = 3;

/**
 * The researcher sees the participant's phone number from this long before the meeting until this long after
 * its end. Then the number is deleted.
 */
export const NUMBER_SHOWN_HOURS = 24;
