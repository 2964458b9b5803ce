/** The list is read far more often. */
export const withdrawingWords = {
  title: 'Withdraw your application?',
  ofPending: (study: string) =>
    `The researcher of “${study}” is told, and does not consider it any more. You cannot apply to this study again.`,
  ofAccepted: (study: string) =>
    `You give up your place in “${study}”, and the researcher is told. Somebody else may get it: you cannot apply to this study again.`,
  action: 'Withdraw for good',
  keep: 'Keep it',
  done: 'Application withdrawn',
} as const;
