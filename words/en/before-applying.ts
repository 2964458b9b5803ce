/** Lists do not load the other words of an application. */
export const beforeApplyingWords = {
  setUpFirst: 'You need to submit your demographics before applying for a study',
  notMatchedTitle: 'You are not matched with studies',
  notMatchedText: 'You withdrew your consent to matching. To see studies and apply, agree again.',
  toMatching: 'Go to my agreements',
} as const;
