/** People read the list far more often than they withdraw. */
export const withdrawingWords = {
  title: 'Withdraw your application?',
  ofPending: (study: string) =>
    `We notify the researcher of “${study}”. You cannot apply to this study again.`,
  ofAccepted: (study: string) =>
    `You lose your place in “${study}”, and we notify the researcher. You cannot apply to this study again.`,
  stopTitle: 'Stop this survey?',
  ofStarted: (study: string) =>
    `You lose your place in “${study}” and are not paid. Nothing counts against you. You cannot start it again.`,
  stop: 'Stop here',
  goOn: 'Go on with the survey',
  stopped: 'You stopped the survey',
  action: 'Withdraw permanently',
  keep: 'Keep my application',
  done: 'You withdrew your application',
} as const;
