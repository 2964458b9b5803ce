import type { MeetingWay, ReportKind } from '@app/contracts/project/meeting-choices.ts';

const people = (count: number) => (count === 1 ? '1 person' : `${count} people`);

/** The researcher's meetings, and what is done with them. */
export const researcherMeetingWords = {
  heading: 'Meetings',
  view: 'View',
  agenda: 'Agenda',
  week: 'Week',
  feed: 'Calendar feed',
  today: 'today',
  nextDays: 'in the next 7 days',
  unmarked: 'to mark',
  onToday: (day: string) => `Today, ${day}`,
  onTomorrow: (day: string) => `Tomorrow, ${day}`,
  onYesterday: (day: string) => `Yesterday, ${day}`,
  now: (time: string) => `now ${time}`,
  nothingToday: 'No meeting today.',
  emptyTitle: 'No meetings yet',
  emptyText: 'Accept applicants, and they choose one of your times. Their meetings then stand here.',
  toProjects: 'Go to My Projects',
  allTimes: 'All times are GMT.',
  allTimesAndOwn: 'Times are GMT. Below them stands the time where you are.',

  way: { PHONE: 'Phone call', VIDEO: 'Video', IN_PERSON: 'In person' } satisfies Record<MeetingWay, string>,
  groupOf: (seats: number, taken: number) => `${taken} of ${people(seats)}`,
  nameless: 'Account deleted',
  confirmed: 'Will be there',
  of: (act: string, name: string) => `${act}: ${name}`,

  came: 'Came',
  missed: 'Did not come',
  missedFrom: (time: string) => `“Did not come” from ${time}`,
  turnedAway: 'Not held',
  allCame: 'All came',
  cameAfterAll: 'Came after all',
  undo: 'Undo',
  undoAll: 'Undo for all',
  pays: (amount: string, count: number) => `${amount} for ${people(count)}`,
  paysIfCame: (amount: string) => `“Came” pays ${amount}.`,
  leaves: (what: string, time: string) => `${what}, leaves after ${time}`,
  marked: {
    ATTENDED: 'Marked: came',
    NO_SHOW: 'Marked: did not come. They are told, and can answer',
    TURNED_AWAY: 'Marked: not held',
    UNMARKED: 'Mark taken back',
  },
  notAgreed: 'Has not agreed to the present consent text.',
  late: 'Moved or given back late.',
  accountNoted: 'Your account is noted; we look into it',
  theySay: {
    NOT_A_NO_SHOW: 'They say that they were there. We look into it.',
    NOBODY_CAME:
      'They say that nobody called or came. If so, mark “Not held”: it counts for them, and all is settled. If not, mark what you know, and we look into it.',
  } satisfies Record<ReportKind, string>,
  decidedFor: {
    PARTICIPANT: 'We decided that the participant’s account counts',
    RESEARCHER: 'We decided that your account counts',
  },
  because: (text: string, reason: string) => (reason === '' ? `${text}.` : `${text}: ${reason}`),

  showNumber: 'Show number',
  numberFrom: (time: string) => `Number from ${time}`,
  call: (number: string) => `Call ${number}`,
  whatsApp: 'WhatsApp',
  numberNote: 'Each look at a number is noted. It is hidden again a day after the meeting.',

  cancel: 'Cancel meeting',
  cancelTitle: (name: string) => `Cancel the meeting with ${name}?`,
  cancelText: (time: string) =>
    `${time}. We tell them at once, with your reason. They keep their place. If another time is free, they can choose it.`,
  cancelAll: 'Cancel for all',
  cancelAllTitle: (count: number) => `Cancel the meeting with ${people(count)}?`,
  offerAgain: 'Offer this time to others',
  propose: 'Propose another time',
  proposeNone: 'No other time',
  proposeHint: 'We keep it for them for a day.',
  proposeOther: 'Another day or hour',
  proposeAddedHint: 'We add it to your times, and keep it for them for a day.',
  proposedDay: 'Day',
  proposedTime: 'Time (GMT)',
  proposed: 'Meeting cancelled. They are told the other time',
  cancelLate: 'It is less than 24 hours away: for pay it counts as if they had come.',
  reason: 'Reason',
  reasonHint: 'They read it.',
  keep: 'Keep meeting',
  cancelled: (count: number) =>
    count === 1
      ? 'Meeting cancelled. They are told'
      : `Meeting cancelled for ${people(count)}. They are told`,

  feedTitle: 'Your meetings in your own calendar',
  feedText:
    'A private address to subscribe to in Google Calendar, Outlook or Apple Calendar. It shows times, studies and codes, never names or numbers. Calendars look only every few hours.',
  feedSecret: 'Whoever knows the address reads your meetings. A new one ends the one before.',
  makeFeed: 'Make a new address',
  feedAddress: 'Private address',
  feedOnce: 'Copy it now: we show it once.',
  copy: 'Copy address',
  copied: 'Address copied',
  notCopied: 'This browser does not let us copy. Select the address and copy it yourself.',

  previousWeek: 'Previous week',
  nextWeek: 'Next week',
  thisWeek: 'This week',
  weekOf: (day: string) => `Week of ${day}`,
  hours: 'Hours (GMT)',
} as const;
