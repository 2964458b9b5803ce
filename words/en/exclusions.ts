const studies = (count: number) => (count === 1 ? '1 study' : `${count} studies`);
const weeks = (count: number) => (count === 1 ? '1 week' : `${count} weeks`);

export const exclusionWords = {
  title: {
    excludedStudies: 'Exclude people from earlier studies',
    requiredStudies: 'Only people you choose',
  },
  nothing: { excludedStudies: 'No one is excluded', requiredStudies: 'Anyone' },
  from: (count: number) => `From ${studies(count)}`,
  hint: {
    excludedStudies:
      'They cannot see this study, and we do not notify them. The number of people who fit still includes them.',
    requiredStudies: 'No one else can apply. The number of people who fit still includes everyone.',
  },
  inviteOnly: 'People whose emails I give',
  inviteOnlyHint: 'You add the emails on the study page after you publish.',
  ofList: 'People on your list',
  notListed: 'Only people you invite can find this study. It is not on public pages.',
  reachIgnoresExclusions:
    'This count does not use your lists or earlier studies. The real number is smaller.',
  failed: 'Your studies could not be loaded.',
  none: 'You have no other study yet.',
  sameRound: 'Studies with the same name or project',
  others: (count: number) => `Your other studies (${count})`,
  all: 'Choose all',
  gone: 'A deleted study',
  in: (project: string, state: string) => `${project} · ${state}`,
  whoLabel: { excludedStudies: 'Who is excluded?', requiredStudies: 'Who can apply?' },
  who: {
    APPLIED: 'Everyone who applied',
    ACCEPTED: 'Everyone who was accepted',
    MET: 'Everyone you met',
    MISSED: 'Everyone who missed a meeting',
  },
  weeksLabel: 'For how many weeks?',
  weeksHint: 'Counted back from today. Leave it empty to exclude them permanently.',
  tooMany: (most: number) => `Please choose at most ${most} studies`,
  whoMissing: 'Please choose at least one',
  weeksWrong: (most: number) => `Please enter whole weeks from 1 to ${most}`,

  said: { excludedStudies: 'Excluded', requiredStudies: 'Only these people' },
  kept: (who: readonly string[], names: readonly string[]) => `${who.join(', ')}: ${names.join(', ')}`,
  excludedFor: (count: number | null) => (count === null ? 'Permanently' : `For ${weeks(count)}`),
} as const;
