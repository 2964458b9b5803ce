const studies = (count: number) => (count === 1 ? '1 study' : `${count} studies`);
const weeks = (count: number) => (count === 1 ? '1 week' : `${count} weeks`);

export const notAgainWords = {
  title: { notAgain: 'Not people of earlier studies', onlyThese: 'Only people whom you choose' },
  nothing: { notAgain: 'Nobody is kept out', onlyThese: 'Anybody' },
  from: (count: number) => `From ${studies(count)}`,
  hint: {
    notAgain: 'They do not see this study, and are not told why. Our live count counts them.',
    onlyThese: 'Nobody else can apply. Our live count counts everyone.',
  },
  byList: 'People whose emails I give',
  byListHint: 'You add the emails on the study’s page, once it is published.',
  ofList: 'People on your list',
  notListed: 'Only people whom you let in find this study. No public page lists it.',
  reachKeptOut: 'Earlier studies and lists are not counted: fewer people see it.',
  failed: 'Your studies could not be loaded.',
  none: 'You have no other study yet.',
  sameRound: 'Studies with the same name or project',
  others: (count: number) => `Your other studies (${count})`,
  all: 'Choose all',
  gone: 'A study that is deleted',
  in: (project: string, state: string) => `${project} · ${state}`,
  whoLabel: { notAgain: 'Who of them is kept out?', onlyThese: 'Who of them is let in?' },
  who: {
    APPLIED: 'Everybody who applied',
    ACCEPTED: 'Who was accepted',
    MET: 'Whom you met',
    MISSED: 'Who missed a meeting',
  },
  weeksLabel: 'For how many weeks?',
  weeksHint: 'From when they did it. Leave it empty for good.',
  tooMany: (most: number) => `Please choose at most ${most} studies`,
  whoMissing: 'Please choose at least one',
  weeksWrong: (most: number) => `Please enter whole weeks from 1 to ${most}`,

  said: { notAgain: 'Kept out', onlyThese: 'Only these' },
  kept: (who: readonly string[], names: readonly string[]) => `${who.join(', ')}: ${names.join(', ')}`,
  keptFor: (count: number | null) => (count === null ? 'For good' : `For ${weeks(count)}`),
} as const;
