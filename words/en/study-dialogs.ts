export const studyDialogWords = {
  copyProject: 'Project',
  copyNone: 'You have no earlier study yet. You can copy this one later.',
  copied: (study: string, hasList = false) =>
    `Filled in from “${study}”. Change what is different, and choose new days${hasList ? '. Its list of emails is not copied' : ''}`,
  nameOfCopy: (study: string) => `${study} (copy)`,
  copyGone: 'We could not find the study to copy, so this one starts empty',
  copyOverTitle: 'You already have an unsaved study here',
  copyOverText: (study: string) =>
    `It is only on this device. If you copy “${study}”, you lose what you have written.`,
  copyOver: 'Replace it with the copy',
  copyNot: 'Keep my study',

  changedTitle: 'This draft was changed somewhere else',
  changedText:
    'It was changed on another device, or by a colleague. Nothing is lost yet. Choose which one to keep.',
  changedStages: (stages: readonly string[]) => `Different in: ${stages.join(', ')}.`,
  changedSame: 'Both are the same now.',
  keepOwn: 'Keep mine',
  takeSaved: 'Use the saved draft',

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
  previewNote: 'This is only a preview. Your choices here are not saved or sent.',
  previewMissing: 'Not chosen yet',
} as const;
