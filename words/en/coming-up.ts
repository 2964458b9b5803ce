/** A participant's own meetings ahead. */
export const comingUpWords = {
  heading: 'Coming up',
  confirm: 'I will be there',
  confirmed: 'You said that you will be there.',
  move: 'Move',
  giveBack: 'Give back',
  keep: 'Keep my time',
  giveBackTitle: 'Give this time back?',
  giveBackText: (time: string) => `Somebody else can then take ${time}.`,
  late: 'This is late, and it is counted as late.',
  givenBack: 'Your time is given back',
} as const;
