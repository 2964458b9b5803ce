export const failureWords = {
  /** The owner chose this default (S-701). */
  serverError: 'Oops! Server error',
  network: 'We cannot reach the server. Check your connection and try again.',
  withReference: (text: string, reference: string) => `${text} (Reference: ${reference})`,
  tryAgain: 'Try again',
  waitAndTryAgain: (count: number, unit: 'second' | 'minute' | 'hour') =>
    `That was too often in a short time. Please wait ${count} ${unit}${count === 1 ? '' : 's'} and try again.`,
  noTextSent: (count: number, unit: 'second' | 'minute' | 'hour') =>
    `We sent no text. Too many codes were asked for just now. Please wait ${count} ${unit}${count === 1 ? '' : 's'} and try again.`,
  pageTitle: 'Something went wrong on this page',
  pageText: 'Nothing you saved is lost. Try again, or go back to the start.',
  offlineTitle: 'You are offline',
  offlineText: 'This page was not opened on this device before. It opens as soon as you are connected again.',
  goHome: 'Go home',
  whyOutdated: {
    NO_CONNECTION: 'No connection.',
    NO_ANSWER: 'The server has trouble.',
    ASKING: 'The connection is slow.',
  },
  lastKnown: (why: string, when: string) => `${why} What you see is as it was ${when}.`,
} as const;
