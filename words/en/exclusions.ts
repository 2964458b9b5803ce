const studies = (count: number) => (count === 1 ? '1 study' : `${count} studies`);
const weeks = (count: number) => (count === 1 ? '1 week' : `${count} weeks`);

export const exclusionWords = {
  title: { excludedStudies: 'Not people of earlier studies', requiredStudies: 'Only people whom you choose' },
  nothing: { excludedStudies: 'Nobody is kept out', requiredStudies: 'Anybody' },
  from: (count: number) => `From ${studies(count)}`,
  hint: {
    excludedStudies: 'They do not see this study, and are not told why. Our live count counts them.',
    requiredStudies: 'Nobody else can apply. Our live count counts everyone.',
  },
  inviteOnly: 'People whose emails I give',
  inviteOnlyHint: 'You add the emails on the study’s page, once it is published.',
  ofList: 'People on your list',
  notListed: 'Only people whom you let in find this study. No public page lists it.',
  reachIgnoresExclusions: 'Earlier studies and lists are not counted: fewer people see it.',
  failed: 'Your studies could not be loaded.',
  none: 'You have no other study yet.',
  sameRound: 'Studies with the same name or project',
  others: (count: number) => `Your other studies (${count})`,
  all: 'Choose all',
  gone: 'A study that is deleted',
  in: (project: string, state: string) => `${project} · ${state}`,
  whoLabel: { excludedStudies: 'Who of them is kept out?', requiredStudies: 'Who of them is let in?' },
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

  said: { excludedStudies: 'Kept out', requiredStudies: 'Only these' },
  kept: (who: readonly string[], names: readonly string[]) => `${who.join(', ')}: ${names.join(', ')}`,
  excludedFor: (count: number | null) => (count === null ? 'For good' : `For ${weeks(count)}`),
} as const;
