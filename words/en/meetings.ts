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
    HELD: 'Place held',
    OFFERED: 'Time offered',
    BOOKED: 'Booked',
    CONFIRMED: 'Confirmed',
    ATTENDED: 'Came',
    NO_SHOW: 'Did not come',
    TURNED_AWAY: 'Not held',
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

export const decisionWords = {
  PARTICIPANT: 'What the participant says counts',
  RESEARCHER: 'What the researcher says counts',
} as const;

export const applicantMeetingWords = {
  filter: 'Meeting',
  any: 'Any',
  status: {
    CHOOSING: 'Chooses a time',
    AHEAD: 'Ahead',
    UNMARKED: 'To mark',
    ATTENDED: 'Came',
    NO_SHOW: 'Did not come',
  } satisfies Record<MeetingStage, string>,
  time: (day: string, clock: string) => `${day}, ${clock}`,
  meeting: (state: string, time: string) => `${state}: ${time}`,
  marked: {
    ACCEPTED: 'Their meeting is marked, so the acceptance stays.',
    PENDING: 'Their meeting is marked, so they cannot be declined.',
  },
  ended: 'A meeting that is still ahead is cancelled with the acceptance. We ask you first.',
} as const;
