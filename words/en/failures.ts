export const failureWords = {
  /** The owner chose this default (S-701). */
  serverError: 'Oops! Server error',
  network: 'We cannot reach the server. Check your connection and try again.',
  withReference: (text: string, reference: string) => `${text} (Reference: ${reference})`,
  tryAgain: 'Try again',
  waitAndTryAgain: (count: number, unit: 'second' | 'minute' | 'hour') =>
    `You tried too often in a short time. Please wait ${count} ${unit}${count === 1 ? '' : 's'} and try again.`,
  noTextSent: (count: number, unit: 'second' | 'minute' | 'hour') =>
    `We did not send a code, because there were too many requests. Please wait ${count} ${unit}${count === 1 ? '' : 's'} and try again.`,
  pageTitle: 'Something went wrong on this page',
  pageText: 'Everything that you saved is safe. Try again, or go to the home page.',
  offlineTitle: 'You are offline',
  offlineText: 'You have not opened this page on this device before. It opens when you are online again.',
  goHome: 'Go home',
  whyOutdated: {
    NO_CONNECTION: 'You are offline.',
    NO_ANSWER: 'The server has a problem.',
    ASKING: 'Your connection is slow.',
  },
  lastKnown: (why: string, when: string) => `${why} You see the data from ${when}.`,
} as const;
