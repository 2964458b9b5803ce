/** Pages need these values without the schemas. */

export const MEETING_WAYS = ['PHONE', 'VIDEO', 'IN_PERSON'] as const;
export type MeetingWay = (typeof MEETING_WAYS)[number];

/** AT_ONCE accepts everyone who qualifies, and reserves a place while they choose. */
export const CHOOSING = ['AFTER_ACCEPTANCE', 'AT_ONCE'] as const;
/** After this time, the researcher decides. */
export const HOLD_MINUTES = 30;

/** Before this, neither side can say that the other did not come. */
export const LATE_MINUTES = 15;

/** Marks and reports are possible for this long after the end. */
export const OPEN_HOURS = 72;

/** A later cancellation by the researcher is paid like an attendance. */
export const SHORT_NOTICE_HOURS = 24;

/** A second absence within `ABSENCE_WINDOW_DAYS` blocks applications for `BLOCK_DAYS`. */
export const ABSENCE_WINDOW_DAYS = 90;
export const BLOCK_DAYS = 30;

export const BUFFERS_IN_MINUTES = [0, 15, 30] as const;

export const MAX_SEATS = 30;
export const MAX_NOTICE_HOURS = 72;

/** A publish with only the specification's four fields stays valid. */
export const MEETING_DEFAULTS = {
  meetingWay: 'PHONE',
  meetingDetails: {},
  seatsPerSlot: 1,
  choosing: 'AFTER_ACCEPTANCE',
  leadHours: 4,
  noticeHours: 24,
  bufferMinutes: 0,
} as const;

/** UNMARKED has started and has no mark. */
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
export const REPORT_KINDS = ['NOT_A_NO_SHOW', 'NOBODY_CAME'] as const;
export type ReportKind = (typeof REPORT_KINDS)[number];

/** Counts reschedules, and bookings after a cancellation. */
export const MOST_MOVES = 3;

/** The researcher sees the number for this long before and after a meeting; then it is deleted (AP6). */
export const NUMBER_SHOWN_HOURS = 24;
