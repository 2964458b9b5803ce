const people = (count: number) => (count === 1 ? '1 person' : `${count} people`);

/** docs/states.md lists the people who are notified. */
function whoIsNotified(waiting: number, accepted: number): string {
  const groups = [
    waiting > 0 && `${people(waiting)} who ${waiting === 1 ? 'waits' : 'wait'} for your answer`,
    accepted > 0 && `${people(accepted)} whom you accepted`,
  ].filter((group) => group !== false);
  if (groups.length === 0) return 'Nobody waits for your answer or has a place, so nobody is told.';
  return `We tell ${groups.join(' and ')}.`;
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

  draftNote: 'Only you see it. Continue where you left off, choose your days, and publish it.',
  fullNote:
    'All places are taken, so no one new can apply. If a place becomes free, you can accept someone who has applied.',
  pausedNote:
    'It takes no applications for now. Nobody is told of a pause, and every application and meeting stays.',

  paused: 'Study paused: it takes no applications until you resume it',
  resumed: 'Study resumed: it takes applications again',
  closed: 'Study closed',

  closeTitle: (study: string) => `Close “${study}”?`,
  closeText:
    'It takes no more applications, for good: a closed study does not open again. You keep every answer, and can still accept and decline.',
  whoIsNotified,
  meetingsStay: (count: number) => {
    if (count === 0) return 'No meeting is ahead. Whom you accepted can still choose a time.';
    return `${count === 1 ? '1 meeting ahead stays' : `${count} meetings ahead stay`} booked, and whom you accepted can still choose a time. Cancel under Meetings what should not take place; then we tell them.`;
  },
  closeAction: 'Close study',
  keepOpen: 'Keep it open',

  changed: 'This study was changed somewhere else. Here is how it stands now.',
  gone: 'This study was deleted somewhere else.',
  closedAlready: 'This study was closed in the meantime.',
  cannotRestore: 'This study cannot be brought back any more.',
} as const;
