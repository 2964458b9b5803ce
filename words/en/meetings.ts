import type {
  BookingState,
  MeetingStage,
  MeetingWay,
  ReportKind,
} from '@app/contracts/project/meeting-choices.ts';

export const meetingWords = {
  way: {
    PHONE: 'The researcher calls you',
    VIDEO: 'By video, with a link',
    IN_PERSON: 'In person',
  } satisfies Record<MeetingWay, string>,
  state: {
    HELD: 'Place reserved',
    OFFERED: 'Time offered',
    BOOKED: 'Booked',
    CONFIRMED: 'Confirmed',
    ATTENDED: 'Came',
    NO_SHOW: 'Did not come',
    TURNED_AWAY: 'Not held',
    NOBODY_CAME: 'No one came',
    CANCELLED_BY_PARTICIPANT: 'Cancelled by participant',
    CANCELLED_BY_RESEARCHER: 'Cancelled by researcher',
    LAPSED: 'Expired',
  } satisfies Record<BookingState, string>,
  unmarked: 'Not marked',
  report: {
    NOT_A_NO_SHOW: 'I was there',
    NOBODY_CAME: 'No one called or came',
  } satisfies Record<ReportKind, string>,
} as const;

export const decisionWords = {
  PARTICIPANT: 'The participant is right',
  RESEARCHER: 'The researcher is right',
} as const;

export const applicantMeetingWords = {
  filter: 'Meeting',
  any: 'Any',
  status: {
    CHOOSING: 'Choosing a time',
    AHEAD: 'Upcoming',
    UNMARKED: 'To mark',
    ATTENDED: 'Came',
    NO_SHOW: 'Did not come',
  } satisfies Record<MeetingStage, string>,
  time: (day: string, clock: string) => `${day}, ${clock}`,
  meeting: (state: string, time: string) => `${state}: ${time}`,
  marked: {
    ACCEPTED: 'Their meeting is marked, so you cannot undo the acceptance.',
    PENDING: 'Their meeting is marked, so you cannot decline them.',
  },
  ended: 'If you undo the acceptance, you cancel the upcoming meeting. We ask you first.',
} as const;
