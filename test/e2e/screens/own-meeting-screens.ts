import type { Page } from '@playwright/test';
import { chooseTimeWords as choosing } from '@app/words/bookings.ts';
import { paths } from '@app/contracts/web-paths.ts';
import { myStudiesMeetingWords as words } from '@app/words/my-studies-meetings.ts';
import { ownMeetingDialogWords as dialogs } from '@app/words/own-meeting-dialogs.ts';
import { messageWords as messages } from '@app/words/messages.ts';
import type { Ground } from './screen-data.ts';
import type { Screen } from './screen.ts';

const timeOf =
  (study: 'toChoose' | 'booked') =>
  (ground: Ground): string =>
    `/dashboard/studies/${ground[study]}/time`;
const meetingPath = ({ meeting }: Ground) => `/dashboard/meeting/${meeting}`;
/** The participant has begun this conversation. */
const threadPath = ({ thread }: Ground) => paths.conversation(thread);
const untilTimes = (page: Page) => page.getByRole('radio').first().waitFor();

/** A participant's meetings: booking, rescheduling and cancelling; and messages about them. */
export const ownMeetingScreens: Screen[] = [
  {
    name: 'choose-time',
    as: 'abena',
    path: timeOf('toChoose'),
    shows: choosing.heading,
    lead: async (page) => {
      await untilTimes(page);
      await page.getByRole('radio').first().check();
    },
    picture: 'both',
  },
  {
    name: 'choose-time-errors',
    as: 'abena',
    path: timeOf('toChoose'),
    shows: choosing.heading,
    lead: async (page) => {
      await untilTimes(page);
      await page.getByRole('button', { name: choosing.book }).click();
      await page.getByText(choosing.missing).waitFor();
    },
  },
  {
    name: 'move-time',
    as: 'abena',
    path: timeOf('booked'),
    shows: choosing.moveHeading,
    lead: untilTimes,
  },
  { name: 'own-meeting', as: 'abena', path: meetingPath, shows: words.meeting, picture: 'light' },
  {
    name: 'cancel-booking',
    as: 'abena',
    path: meetingPath,
    shows: dialogs.cancelTitle,
    lead: (page) => page.getByRole('button', { name: new RegExp(`^${words.cancelMeeting}`) }).click(),
  },
  {
    name: 'messages',
    as: 'abena',
    path: paths.messages,
    shows: messages.heading,
    lead: (page) => page.getByText(/^You: /).waitFor(),
  },
  {
    name: 'messages-empty',
    as: 'yaw',
    path: paths.messages,
    shows: messages.emptyTitle,
  },
  {
    name: 'conversation',
    as: 'abena',
    path: threadPath,
    shows: /./,
    lead: async (page) => {
      await page.getByRole('log').getByRole('listitem').first().waitFor();
      await page.getByRole('textbox', { name: messages.text }).fill('Write to me: kofi@example.com');
    },
  },
  {
    name: 'conversation-block',
    as: 'abena',
    path: threadPath,
    shows: messages.blockTitle,
    lead: (page) => page.getByRole('button', { name: messages.block, exact: true }).click(),
  },
  {
    name: 'own-meeting-gone',
    as: 'abena',
    path: '/dashboard/meeting/00000000-0000-7000-8000-000000000000',
    shows: words.goneTitle,
  },
];
