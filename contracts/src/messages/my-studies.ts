/** The participant's applications. */
export const myStudiesMessages = {
  heading: 'My Studies',
  text: 'Everything you applied to, newest first.',
  loading: 'Loading your studies',
  applied: (day: string, ago: string) => `Applied ${day} (${ago})`,
  next: 'What happens next',
  nextOpen: 'The researcher reads your answers and chooses whom to meet. There is nothing for you to do now.',
  nextClosed:
    'The study was closed by its researcher. Your answers are kept, and there is nothing for you to do.',
  closed: 'Study closed',
  answers: 'Your answers',
  noWords: 'A choice without words',
  emptyTitle: 'You have not applied to a study yet',
  emptyText:
    'Choose a study that fits you and answer its questions. It then stands here with what happens next.',
  browse: 'Browse studies',
  noSuchPageTitle: 'The list is shorter now',
  noSuchPageText: 'There is nothing on this page any more.',
  firstPage: 'Go to the first page',
} as const;
