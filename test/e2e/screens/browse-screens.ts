import { applicationWords } from '@app/words/applications.ts';
import { browseWords } from '@app/words/browsing.ts';
import type { Screen } from './screen.ts';

/** The list of studies with filters, and empty; an unknown study. */
export const browseScreens: Screen[] = [
  {
    name: 'browse-filtered',
    as: 'abena',
    path: '/dashboard/browse-studies?device=MOBILE_PHONE&maxDurationInMinutes=30',
    shows: browseWords.heading,
  },
  {
    name: 'browse-no-such-page',
    as: 'abena',
    path: '/dashboard/browse-studies?page=900',
    shows: browseWords.nothing.NO_SUCH_PAGE[0],
  },
  {
    name: 'browse-not-set-up',
    as: 'kofi',
    path: '/dashboard/browse-studies',
    shows: browseWords.heading,
  },
  {
    name: 'study-looked-at',
    as: 'kofi',
    path: ({ openStudy }) => `/dashboard/study-apply/${openStudy}?look`,
    shows: applicationWords.applyHeading,
  },
  {
    name: 'study-gone',
    as: 'abena',
    path: '/dashboard/study-apply/00000000-0000-7000-8000-000000000000',
    shows: applicationWords.goneTitle,
  },
];
