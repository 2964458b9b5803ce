import type { Page } from '@playwright/test';
import { researcherMeetingWords as words } from '@app/words/researcher-meetings.ts';
import { studyTimesWords as times } from '@app/words/study-times.ts';
import type { Ground } from './screen-data.ts';
import type { Screen } from './screen.ts';

const PATH = '/dashboard/meetings';
const studyPath = ({ recruiting }: Ground) => `/dashboard/study/${recruiting}`;
const press = (page: Page, name: string | RegExp) => page.getByRole('button', { name }).first().click();

/** A researcher's meetings, and the times of a study. */
export const meetingScreens: Screen[] = [
  { name: 'meetings', as: 'ama', path: PATH, shows: /^Today, /, picture: 'both' },
  {
    name: 'meetings-week',
    as: 'ama',
    path: PATH,
    shows: /^Mon /,
    lead: (page) => press(page, words.week),
    only: 1280,
    picture: 'both',
  },
  {
    name: 'meeting-of-week',
    as: 'ama',
    path: PATH,
    shows: /, \d\d:\d\d [AP]M$/,
    lead: async (page) => {
      await press(page, words.week);
      // Some of the demo's meetings are always in the next week.
      await press(page, words.nextWeek);
      await page.locator('section button[aria-haspopup=dialog]').first().click();
    },
    only: 1280,
  },
  {
    name: 'cancel-meeting',
    as: 'ama',
    path: PATH,
    shows: /^Cancel the meeting/,
    lead: async (page) => {
      // The last person's meeting has not started.
      await page
        .getByRole('button', { name: new RegExp(`^${words.moreFor('')}`) })
        .last()
        .click();
      await press(page, new RegExp(`^${words.cancel}`));
    },
    picture: 'light',
  },
  {
    name: 'calendar-feed',
    as: 'ama',
    path: PATH,
    shows: words.feedTitle,
    lead: async (page) => {
      await press(page, words.feed);
      await press(page, words.makeFeed);
      await page.getByRole('textbox', { name: words.feedAddress }).waitFor();
    },
    picture: 'light',
  },
  {
    name: 'add-times',
    as: 'ama',
    path: studyPath,
    shows: times.addTitle,
    lead: (page) => press(page, times.add),
    picture: 'light',
  },
  {
    name: 'free-time',
    as: 'ama',
    path: studyPath,
    shows: /, \d\d:\d\d [AP]M$/,
    lead: (page) => press(page, new RegExp(`${times.free}$`)),
  },
];
