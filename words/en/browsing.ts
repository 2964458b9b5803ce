import { MOST_COUNTED_STUDIES } from '@app/contracts/project/browsing.ts';
import { beforeApplyingWords } from '@app/words/before-applying.ts';

const atLeast = (count: number) => (count > MOST_COUNTED_STUDIES ? `${MOST_COUNTED_STUDIES}+` : `${count}`);

export const browseWords = {
  heading: 'Browse studies',
  loading: 'Loading studies',
  apply: 'Apply',
  applyTo: (publicName: string) => ` to ${publicName}`,
  count: (count: number) => (count === 1 ? '1 study fits you' : `${atLeast(count)} studies fit you`),
  countOpen: (count: number) =>
    `${count === 1 ? '1 study is open' : `${atLeast(count)} studies are open`}. Set up your account to see which fit you.`,
  countMatching: (count: number) => (count === 1 ? '1 study matches' : `${atLeast(count)} studies match`),
  device: 'Device',
  anyDevice: 'Any device',
  length: 'Length',
  anyLength: 'Any length',
  upTo: (duration: string) => `Up to ${duration}`,
  pay: 'Pay',
  anyPay: 'Paid or not',
  pays: { PAID: 'Paid, newest first', HIGHEST: 'Paid, highest first' },
  clearFilters: 'Clear filters',
  profile: 'See my profile',
  toMatching: beforeApplyingWords.toMatching,
  firstPage: 'Go to the first page',
  nothing: {
    NONE_OPEN: [
      'No study is open right now',
      'New studies appear here when they open. Set up your account now, so that you can apply at once.',
    ],
    NONE_FITS: [
      'No study fits you right now',
      'You see open studies that fit your profile. Studies that you applied to are in My Studies. New studies appear here when they open. If something has changed, update your profile.',
    ],
    NONE_MATCHES: [
      'No study fits these filters',
      'We show only studies for the devices in your profile. Clear the filters to see every study that fits you.',
    ],
    NONE_OPEN_MATCHES: ['No study matches these filters', 'Clear the filters to see every open study.'],
    NOT_MATCHED: [beforeApplyingWords.notMatchedTitle, beforeApplyingWords.notMatchedText],
    NO_SUCH_PAGE: ['The list is shorter now', 'This page is now empty.'],
  },
} as const;
