/** The participant's list of studies. */
export const browseMessages = {
  heading: 'Browse studies',
  loading: 'Loading studies',
  apply: 'Apply',
  applyTo: (publicName: string) => ` to ${publicName}`,
  count: (count: number) => (count === 1 ? '1 study fits you' : `${count} studies fit you`),
  notSetUpTitle: 'First we need to know you a little',
  notSetUpText:
    'Studies are matched by your profile. Set up your account in four short steps, and those that fit you appear here.',
  setUp: 'Set up my account',
  emptyTitle: 'No study fits you right now',
  emptyText:
    'You see the studies that look for somebody like you and that you have not applied to yet. New ones appear here as soon as they open.',
  myStudies: 'See my studies',
  noSuchPageTitle: 'The list is shorter now',
  noSuchPageText: 'There is nothing on this page any more.',
  firstPage: 'Go to the first page',
} as const;
