import type { ReportKind } from '@app/contracts/project/meeting-choices.ts';

/** These words load with the dialogs, so that the list of studies stays small. */
export const ownMeetingDialogWords = {
  saveNumber: 'Save the number',
  numberChanged: 'Your number was changed',
  cancelTitle: 'Cancel this meeting?',
  cancelText: (time: string) =>
    `Someone else can then book ${time}. You keep your place in the study. You can choose another free time.`,
  changesLeft: (left: number) =>
    left === 1
      ? 'You can choose another time only once.'
      : `You can choose another time up to ${left} times.`,
  cancelLast: (time: string) =>
    `Someone else can then book ${time}. You cannot change your time again, so you cannot choose another one.`,
  cancelLate: 'This is late. The researcher sees that. Nothing else happens.',
  cancelAction: 'Cancel meeting',
  keep: 'Keep meeting',
  bookingCancelled: 'Your meeting is cancelled',
  reportTitle: {
    NOT_A_NO_SHOW: 'Were you there?',
    NOBODY_CAME: 'Did no one call or come?',
  } satisfies Record<ReportKind, string>,
  reportText: {
    NOT_A_NO_SHOW:
      'Tell us what happened. We read what both sides say before we decide. We aim to decide within three days. Your pay waits until then.',
    NOBODY_CAME:
      'Tell us how long you waited, and what happened. This does not count against you. We aim to decide within three days. Your pay waits until then.',
  } satisfies Record<ReportKind, string>,
  story: 'What happened',
  storyHint: 'The researcher can read it too.',
  send: 'Send',
  close: 'Close',
  reported: 'Sent. We check it and notify you',
} as const;
