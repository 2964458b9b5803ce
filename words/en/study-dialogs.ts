export const studyDialogWords = {
  copyProject: 'Project',
  copyNone: 'You have no earlier study yet. This one can be copied later.',
  copied: (study: string, hasList = false) =>
    `Filled in from “${study}”. Change what is different, and choose new days${hasList ? '. Its list of emails is not copied' : ''}`,
  nameOfCopy: (study: string) => `${study} (copy)`,
  copyGone: 'The study to copy is not among yours any more, so this one begins empty',
  copyOverTitle: 'You have begun a study here already',
  copyOverText: (study: string) =>
    `It lies on this device alone. A copy of “${study}” would take its place, and what you have written would be gone.`,
  copyOver: 'Take the copy instead',
  copyNot: 'Keep what I have here',

  changedTitle: 'This draft was changed somewhere else',
  changedText: 'Perhaps on another device, or by a colleague. Nothing is lost yet: choose which one goes on.',
  changedStages: (stages: readonly string[]) => `Different in: ${stages.join(', ')}.`,
  changedSame: 'Both say the same now.',
  keepOwn: 'Keep what I have here',
  takeSaved: 'Take what was saved',

  timesSearch: 'Search times',
  timesSearchHint: 'For example 9:30 or PM',
  timesNoMatch: (query: string) => `No time matches “${query}”.`,
  timesFound: (count: number) => (count === 1 ? '1 time' : `${count} times`),
  timesChooseFound: (count: number) => (count === 1 ? 'Choose this one' : `Choose these ${count}`),
  rangeLabel: 'Meetings that start',
  rangeFrom: 'From',
  rangeTo: 'To',
  rangeAdd: (count: number) => `Add ${count}`,
  rangeTimes: 'of these times',

  previewList: 'In their list',
  previewPage: 'When they open it',
  previewNote: 'Only a preview: nothing that is chosen here is kept or sent.',
  previewMissing: 'Not chosen yet',
} as const;
