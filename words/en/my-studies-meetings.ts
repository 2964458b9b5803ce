import type { ReportKind } from '@app/contracts/project/meeting-choices.ts';

export const comingUpWords = {
  meeting: 'Your meeting',
  calls: (number: string) =>
    `The researcher calls you on ${number}. It may be a number that you do not know.`,
  changeNumber: 'Change the number to call',
  saveNumber: 'Save the number',
  numberChanged: 'Your number is changed',
  bring: (text: string) => `Please bring: ${text}`,
  language: (text: string) => `Language: ${text}`,
  confirm: 'I will be there',
  confirmed: 'You said that you will be there.',
  calendar: 'Add to calendar',
  move: 'Another time',
  cancelMeeting: 'I cannot come',
  of: (act: string, study: string) => `${act}: ${study}`,
  lastMove: 'You have changed its time as often as you can.',
  freeUntil: (time: string, canMove: boolean) =>
    canMove
      ? `You can move it or give it back freely until ${time}.`
      : `You can give it back freely until ${time}.`,
  late: (canMove: boolean) =>
    canMove
      ? 'You can still move it or give it back. The researcher sees that it was late.'
      : 'You can still give it back. The researcher sees that it was late.',
  begins: (time: string) =>
    `It is time now. Wait until ${time}. If nobody calls or comes, tell us here then.`,
  movesLeft: (count: number) =>
    count === 1 ? 'You can change it once more.' : `You can change it ${count} times.`,

  cancelTitle: 'Give this time back?',
  cancelText: (time: string) =>
    `Somebody else can then take ${time}. You keep your place in the study. If another time is free, you can choose it.`,
  changesLeft: (left: number) =>
    left === 1
      ? 'Choosing another time is the last change that you have.'
      : `Choosing another time is one of ${left} changes that you have left.`,
  cancelLast: (time: string) =>
    `Somebody else can then take ${time}. You have changed your time as often as you can, so you cannot choose another one.`,
  cancelLate: 'This is late. The researcher sees that; nothing else happens to you.',
  cancelAction: 'Give back',
  keep: 'Keep my time',
  bookingCancelled: 'Your time is given back',

  held: (time: string) => `We keep your place until ${time}. After that, the researcher decides again.`,
  offered: (time: string) => `A time is kept for you: ${time}.`,
  proposed: (time: string) => `Your meeting was cancelled. The researcher proposes ${time}.`,
  takeOrChoose: 'Take it, or choose another time.',
  take: 'Take this time',
  taken: 'Your time is booked',
  until: (time: string) => `We keep it for you until ${time}.`,
  unmarked: (time: string) => `Your meeting was on ${time}. The researcher has not said yet who came.`,
  came: (time: string) => `You came to the meeting on ${time}. Thank you.`,
  missed: (time: string) => `You were noted as absent from the meeting on ${time}.`,
  turnedAway: (time: string) => `The meeting on ${time} could not take place. For you it counts as attended.`,
  nobodyCame: (time: string) => `You met nobody on ${time}.`,
  youCancelled: (time: string) => `You gave back your time on ${time}.`,
  usedUp:
    'You have changed your time as often as you can, so you cannot choose another one. Please withdraw, so that somebody else can have your place.',
  youCancelledLate: (time: string) => `You gave back your time on ${time}, which was late.`,
  cancelled: (time: string) => `The researcher cancelled the meeting on ${time}.`,
  reason: (text: string) => `The reason given: ${text}`,
  counts: 'For you it counts as attended.',
  yourReport: {
    NOT_A_NO_SHOW: 'You said that you were there.',
    NOBODY_CAME: 'You said that nobody called or came.',
  } satisfies Record<ReportKind, string>,
  disputed: 'We read both sides, and aim to decide within three days. We tell you.',
  disputedPay: 'Money for it waits until then. There is nothing you need to do.',
  decided: {
    PARTICIPANT: (reason: string) => `We decided that your account counts: ${reason}`,
    RESEARCHER: (reason: string) => `We decided that the researcher’s account counts: ${reason}`,
  },
  report: {
    NOT_A_NO_SHOW: 'I was there',
    NOBODY_CAME: 'Nobody called or came',
  } satisfies Record<ReportKind, string>,
  reportUntil: {
    NOT_A_NO_SHOW: (time: string) => `Were you there? You can tell us until ${time}.`,
    NOBODY_CAME: (time: string) => `Did nobody call or come? You can tell us until ${time}.`,
  } satisfies Record<ReportKind, unknown>,
  reportTitle: {
    NOT_A_NO_SHOW: 'Were you there?',
    NOBODY_CAME: 'Did nobody call or come?',
  } satisfies Record<ReportKind, string>,
  reportText: {
    NOT_A_NO_SHOW:
      'Tell us what happened. We read both sides before anything counts against you. We aim to decide within three days. Money for it waits until then.',
    NOBODY_CAME:
      'Tell us how long you waited, and what happened. Nothing counts against you. We aim to decide within three days. Money for it waits until then.',
  } satisfies Record<ReportKind, string>,
  story: 'What happened',
  storyHint: 'The researcher reads it too.',
  send: 'Send',
  close: 'Close',
  reported: 'Sent. We look into it and tell you',

  loading: 'Loading your meeting',
  goneTitle: 'There is no such meeting any more',
  goneText: 'It may have been cancelled, or it belongs to another account.',
  toMyStudies: 'See My Studies',
} as const;
