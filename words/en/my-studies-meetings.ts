import type { MeetingWay, ReportKind } from '@app/contracts/project/meeting-choices.ts';

const inSight = 'The researcher knows the first word. Tell them the second, or show it.';

export const myStudiesMeetingWords = {
  meeting: 'Your meeting',
  calls: (number: string) => `The researcher calls you on ${number}. You may not know their number.`,
  called: (times: string) => `The researcher called at ${times}.`,
  firstWord: 'First word',
  secondWord: 'Second word',
  proofRule: {
    PHONE: 'If the caller says the first word, tell them the second. If not, hang up.',
    VIDEO: inSight,
    IN_PERSON: inSight,
  } satisfies Record<MeetingWay, string>,
  showWord: 'Show the word large',
  wordCode: 'Code with your words',
  proven: 'The researcher entered your word.',
  changeNumber: 'Change the number to call',
  bring: (text: string) => `Please bring: ${text}`,
  language: (text: string) => `Language: ${text}`,
  confirm: 'I will be there',
  confirmed: 'You said that you will be there.',
  calendar: 'Add to calendar',
  move: 'Change time',
  cancelMeeting: 'Cancel meeting',
  of: (act: string, study: string) => `${act}: ${study}`,
  lastMove: 'You cannot change the time again.',
  freeUntil: (time: string, canMove: boolean) =>
    canMove ? `You can change or cancel it freely until ${time}.` : `You can cancel it freely until ${time}.`,
  late: (canMove: boolean) =>
    canMove
      ? 'You can still change or cancel it. The researcher sees that it was late.'
      : 'You can still cancel it. The researcher sees that it was late.',
  begins: (time: string) =>
    `Your meeting starts now. Wait until ${time}. If no one calls or comes, tell us here.`,
  movesLeft: (count: number) =>
    count === 1 ? 'You can change the time once more.' : `You can change the time ${count} times.`,

  held: (time: string) =>
    `We keep your place until ${time}. After that, the researcher may give it to someone else.`,
  offered: (time: string) => `We keep a time for you: ${time}.`,
  proposed: (time: string) => `Your meeting was cancelled. The researcher proposes ${time}.`,
  takeOrChoose: 'Book it, or choose another time.',
  take: 'Book this time',
  taken: 'Your time is booked',
  until: (time: string) => `We keep it for you until ${time}.`,
  unmarked: (time: string) => `Your meeting was on ${time}. The researcher has not marked yet who came.`,
  came: (time: string) => `You came to the meeting on ${time}. Thank you.`,
  missed: (time: string) => `The researcher marked you as absent from the meeting on ${time}.`,
  turnedAway: (time: string) => `The meeting on ${time} could not take place. It counts as if you came.`,
  nobodyCame: (time: string) => `No one met you on ${time}.`,
  youCancelled: (time: string) => `You cancelled your meeting on ${time}.`,
  usedUp: 'You cannot change your time again. Please withdraw, so that someone else can have your place.',
  youCancelledLate: (time: string) => `You cancelled your meeting on ${time}, which was late.`,
  cancelled: (time: string) => `The researcher cancelled the meeting on ${time}.`,
  reason: (text: string) => `Reason: ${text}`,
  counts: 'It counts as if you came.',
  yourReport: {
    NOT_A_NO_SHOW: 'You said that you were there.',
    NOBODY_CAME: 'You said that no one called or came.',
  } satisfies Record<ReportKind, string>,
  disputed: 'We read what both sides say. We aim to decide within three days, and notify you.',
  disputedPay: 'Your pay waits until then. You do not need to do anything.',
  decided: {
    PARTICIPANT: (reason: string) => `We decided that you are right: ${reason}`,
    RESEARCHER: (reason: string) => `We decided that the researcher is right: ${reason}`,
  },
  report: {
    NOT_A_NO_SHOW: 'I was there',
    NOBODY_CAME: 'No one called or came',
  } satisfies Record<ReportKind, string>,
  reportUntil: {
    NOT_A_NO_SHOW: (time: string) => `Were you there? You can tell us until ${time}.`,
    NOBODY_CAME: (time: string) => `Did no one call or come? You can tell us until ${time}.`,
  } satisfies Record<ReportKind, unknown>,
  loading: 'Loading your meeting',
  goneTitle: 'We cannot find this meeting',
  goneText: 'It may have been cancelled, or it belongs to another account.',
  toMyStudies: 'See My Studies',
} as const;
