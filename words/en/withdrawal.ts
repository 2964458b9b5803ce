/** These words have a separate file, because people read the list far more often than they withdraw. */
export const withdrawingWords = {
  title: 'Withdraw your application?',
  ofPending: (study: string) =>
    `We notify the researcher of “${study}”. You cannot apply to this study again.`,
  ofAccepted: (study: string) =>
    `You lose your place in “${study}”, and we notify the researcher. You cannot apply to this study again.`,
  action: 'Withdraw permanently',
  keep: 'Keep my application',
  done: 'You withdrew your application',
} as const;
