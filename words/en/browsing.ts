import { applyWords } from '@app/words/applications.ts';

export const browseWords = {
  heading: 'Browse studies',
  loading: 'Loading studies',
  apply: 'Apply',
  applyTo: (publicName: string) => ` to ${publicName}`,
  count: (count: number) => (count === 1 ? '1 study fits you' : `${count} studies fit you`),
  countOpen: (count: number) =>
    `${count === 1 ? '1 study is open' : `${count} studies are open`}. Set up your account to see which fit you.`,
  countMatching: (count: number) => (count === 1 ? '1 study matches' : `${count} studies match`),
  device: 'Device',
  anyDevice: 'Any device',
  length: 'Time it takes',
  anyLength: 'Any length',
  upTo: (duration: string) => `Up to ${duration}`,
  pay: 'Pay',
  anyPay: 'Paid or not',
  pays: { PAID: 'Paid, newest first', HIGHEST: 'Paid, highest first' },
  clearFilters: 'Clear filters',
  profile: 'Look at my profile',
  toMatching: applyWords.toMatching,
  firstPage: 'Go to the first page',
  nothing: {
    NONE_OPEN: [
      'No study is open right now',
      'New ones appear here as soon as they open. Set up your account meanwhile, and you can apply at once.',
    ],
    NONE_FITS: [
      'No study fits you right now',
      'You see the studies that look for somebody like you and that you have not applied to yet. New ones appear here as soon as they open. If your devices or your circumstances have changed, tell us in your profile.',
    ],
    NONE_MATCHES: [
      'No study fits these filters',
      'Studies are only shown for devices that your profile names. Clear the filters to see every study that fits you.',
    ],
    NONE_OPEN_MATCHES: ['No study matches these filters', 'Clear the filters to see every open study.'],
    NOT_MATCHED: [applyWords.notMatchedTitle, applyWords.notMatchedText],
    NO_SUCH_PAGE: ['The list is shorter now', 'There is nothing on this page any more.'],
  },
} as const;
