import { DEMO_PEOPLE } from '@app/demo/people.ts';
import { authWords as auth } from '@app/words/auth.ts';
import { decideCompanyWords as decide } from '@app/words/decide-company.ts';
import { disputeWords as decideMeeting } from '@app/words/disputes.ts';
import { verificationWords as verification } from '@app/words/email-verification.ts';
import { completionWords } from '@app/words/own-submissions.ts';
import { linkInEmail } from '../emails.ts';
import { press, write } from './form-acts.ts';
import type { Screen } from './screen.ts';

const user = DEMO_PEOPLE.kojo.userId;

export const emailScreens: Screen[] = [
  {
    name: 'password-email-sent',
    path: '/forgot-password/esi@example.com',
    shows: verification.passwordEmailSent.heading,
  },
  {
    name: 'check-email',
    path: '/verifying-confirmation/esi@example.com',
    shows: verification.verifyingConfirmation.heading,
    picture: 'light',
  },
  {
    name: 'sent-again',
    path: '/verifying-confirmation/esi@example.com',
    shows: verification.sentTitle,
    lead: async (page) => {
      await press(page, verification.resend);
      // The dialog's layer contains a toast to check.
      await page.getByText(verification.sentAgain).waitFor();
    },
    picture: 'light',
  },
  {
    name: 'email-verified',
    path: `/verification-success/${user}`,
    shows: verification.success.heading,
    picture: 'light',
  },
  {
    name: 'verification-failed',
    path: '/verification-failed/esi@example.com',
    shows: verification.failed.heading,
    picture: 'light',
  },
  {
    name: 'verification-failed-ask',
    path: '/verification-failed',
    shows: verification.failed.heading,
    lead: (page) => write(page, { [verification.email]: 'esi@' }),
  },
  {
    name: 'verifying',
    path: '/login',
    shows: auth.verifyEmailHeading,
    // This response is slow.
    lead: async (page) => {
      await page.route('**/users/verify-email', () => {});
      await page.goto('/verify-email/not-a-token');
    },
  },
  {
    name: 'verify-not-reached',
    path: '/login',
    shows: auth.notReached,
    lead: async (page) => {
      await page.route('**/users/verify-email', (route) => route.abort());
      await page.goto('/verify-email/not-a-token');
    },
    picture: 'light',
  },
  {
    name: 'verify-choose-password',
    path: '/login',
    shows: auth.choosePasswordHeading,
    lead: async (page, { unverifiedEmail, product }) => {
      const link = new URL(await linkInEmail(product, unverifiedEmail, '/verify-email/'));
      await page.goto(link.pathname);
    },
  },
  { name: 'verify-dead-link', path: '/verify-email/not-a-token', shows: verification.failed.heading },
  {
    name: 'reset-password',
    path: '/login',
    shows: auth.resetPasswordHeading,
    lead: async (page) => {
      // The link's state cannot be checked.
      await page.route('**/users/update-password/*', (route) => route.abort());
      await page.goto(`/reset-password/${user}?token=unknown`);
      await write(page, { [auth.newPassword]: 'short' });
    },
    picture: 'light',
  },
  {
    name: 'reset-dead-link',
    path: `/reset-password/${user}?token=unknown`,
    shows: auth.linkDeadHeading,
    picture: 'light',
  },
  { name: 'accept-company', path: ({ acceptPath }) => acceptPath, shows: /Accept/, picture: 'light' },
  { name: 'decline-company', path: ({ declinePath }) => declinePath, shows: /Decline/, picture: 'light' },
  {
    name: 'company-accepted',
    path: ({ acceptPath }) => acceptPath,
    shows: /is accepted$/,
    lead: (page) => press(page, decide.accept.button),
    picture: 'light',
  },
  {
    name: 'company-declined',
    path: ({ declinePath }) => declinePath,
    shows: /is declined$/,
    lead: async (page) => {
      await page.getByLabel(decide.reason).fill('The website does not open.');
      await press(page, decide.decline.button);
    },
  },
  {
    name: 'company-decided',
    path: ({ acceptPath }) => acceptPath,
    shows: /already been/,
    lead: async (page) => {
      const button = page.getByRole('button', { name: decide.accept.button });
      await button.or(page.getByRole('heading', { name: /already been/ })).waitFor();
      if (await button.isVisible()) await button.click();
    },
    picture: 'light',
  },
  {
    name: 'company-link-dead',
    path: `/accept-company/unknown/${user}`,
    shows: decide.notValidHeading,
    lead: async (page) => {
      const button = page.getByRole('button', { name: decide.accept.button });
      await button.or(page.getByRole('heading', { name: decide.notValidHeading })).waitFor();
      if (await button.isVisible()) await button.click();
    },
  },
  {
    name: 'decide-meeting-link-dead',
    path: `/decide-meeting/${user}/unknown`,
    shows: decideMeeting.notValidTitle,
  },
  { name: 'return-signed-out', path: '/c/K7QXM2R9', shows: completionWords.logInTitle },
  {
    name: 'before-any-script',
    path: '/about',
    shows: /./,
    lead: async (page) => {
      await page.route('**/*.js', (route) => route.abort());
      await page.goto('/signup', { waitUntil: 'commit' });
    },
  },
];
