const people = (count: number) => (count === 1 ? '1 person' : `${count} people`);

/** docs/states.md lists who is notified. */
function whoIsNotified(waiting: number, accepted: number): string {
  const groups = [
    waiting > 0 && `${people(waiting)} waiting for your answer`,
    accepted > 0 && `${people(accepted)} you accepted`,
  ].filter((group) => group !== false);
  if (groups.length === 0) return 'No one has a place or waits for your answer. We notify no one.';
  return `We notify ${groups.join(' and ')}.`;
}

export const studyControlWords = {
  continue: 'Continue',
  continueNamed: (study: string) => `Continue ${study}`,
  pause: 'Pause',
  pauseNamed: (study: string) => `Pause ${study}`,
  resume: 'Resume',
  resumeNamed: (study: string) => `Resume ${study}`,
  moreNamed: (study: string) => `More for ${study}`,
  shareNamed: (study: string) => `Share ${study}`,
  budgetNamed: (study: string) => `Budget of ${study}`,
  closeNamed: (study: string) => `Close study ${study}`,

  suspendedTitle: 'We suspended this study',
  suspendedText:
    'No one can apply, book a time or start your survey. If the suspension is a mistake, please write to us. You still have to pay what people have earned.',
  draftNote: 'Only you can see it. Continue, and publish it when it is complete.',
  fullNote:
    'All places are filled, so no one can apply. If a place becomes free, you can accept another applicant.',
  pausedNote: 'No one can apply for now. We do not notify anyone. All applications and meetings stay.',
  pausedSurveyNote:
    'No one can apply or open the survey for now. People who have opened it can finish it. We do not notify anyone.',

  paused: 'Study paused. No one can apply until you resume it',
  resumed: 'Study resumed. People can apply again',
  closed: 'Study closed',

  closeTitle: (study: string) => `Close “${study}”?`,
  closeText:
    'This is permanent. No one can apply any more. You keep every answer, and can still accept and decline.',
  whoIsNotified,
  surveysStay: 'People who have opened the survey can still finish it.',
  meetingsStay: (count: number) => {
    if (count === 0) return 'There are no upcoming meetings. People you accepted can still choose a time.';
    return `${count === 1 ? '1 upcoming meeting stays' : `${count} upcoming meetings stay`} booked. People you accepted can still choose a time. To cancel a meeting, go to Meetings. We then notify them.`;
  },
  closeAction: 'Close study',
  keepOpen: 'Keep it open',

  changed: 'This study was changed somewhere else. You now see the latest version.',
  gone: 'This study was deleted somewhere else.',
  closedAlready: 'This study was closed in the meantime.',
  cannotRestore: 'This study cannot be restored any more.',
} as const;
