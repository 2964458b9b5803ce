import type { BookingState, MeetingWay, ReportKind } from '@app/contracts/project/meeting-choices.ts';

/** Meetings, and what becomes of them. */
export const meetingWords = {
  way: {
    PHONE: 'The researcher calls you',
    VIDEO: 'By video, with a link',
    IN_PERSON: 'In person',
  } satisfies Record<MeetingWay, string>,
  state: {
    HELD: 'Place held',
    OFFERED: 'Time offered',
    BOOKED: 'Booked',
    CONFIRMED: 'Confirmed',
    ATTENDED: 'Came',
    NO_SHOW: 'Did not come',
    TURNED_AWAY: 'Could not take place',
    NOBODY_CAME: 'Nobody came',
    CANCELLED_BY_PARTICIPANT: 'Given back',
    CANCELLED_BY_RESEARCHER: 'Cancelled',
    LAPSED: 'Lapsed',
  } satisfies Record<BookingState, string>,
  unmarked: 'Not marked',
  report: {
    NOT_A_NO_SHOW: 'I was there',
    NOBODY_CAME: 'Nobody called or came',
  } satisfies Record<ReportKind, string>,
} as const;
