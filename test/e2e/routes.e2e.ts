import type { Page } from '@playwright/test';
import { IDENTITY_BASE } from '@app/contracts/bases.ts';
import { CONTRACTS } from '@app/contracts/contracts.ts';
import { DEMO_PEOPLE } from '@app/demo/people.ts';
import { browseStudies } from '@app/contracts/project/browsing.ts';
import { callProduct } from './call-product.ts';
import { untilAlive } from './fences.ts';
import { expect, test } from './fixtures.ts';
import { logInAs } from './screens/ground.ts';
import { be } from './steps.ts';

const heading = (page: Page, name: string | RegExp) => page.getByRole('heading', { level: 1, name });

test('S-101 S-102 S-104 S-105 S-107 S-108 S-109 every public address shows its screen @full', async ({
  visit,
}) => {
  const page = await visit();
  const user = DEMO_PEOPLE.kojo.userId;
  const screens: [path: string, name: string | RegExp][] = [
    ['/', /Good research/],
    ['/about', /About/],
    ['/contact-us', /Contact|Talk/],
    ['/privacy-policy', 'Privacy policy'],
    ['/terms-and-conditions', /Terms/],
    ['/login', 'Welcome back'],
    ['/participant-login', 'Welcome back'],
    ['/login/code', 'Log in with a code'],
    ['/signup', 'Recruit participants'],
    ['/participant-signup', 'Take part in studies'],
    ['/forgot-password', 'Forgot your password?'],
    ['/forgot-password/esi@example.com', 'Check your email'],
    ['/verifying-confirmation/esi@example.com', 'Check your email'],
    [`/verification-success/${user}`, 'Your email is verified'],
    ['/verification-failed/esi@example.com', 'We could not verify your email'],
    ['/verification-failed', 'We could not verify your email'],
    [`/reset-password/${user}?token=unknown`, 'This link is no longer valid'],
    [`/accept-company/unknown/${user}`, 'This link is not valid'],
    [`/decline-company/unknown/${user}`, 'This link is not valid'],
    [`/decide-meeting/${user}/unknown`, 'This link is not valid'],
    ['/no/such/page', "We can't find this page"],
  ];
  for (const [path, name] of screens) {
    await page.goto(path);
    await expect.soft(heading(page, name), path).toBeVisible();
  }
  for (const path of ['/privacy-policy', '/terms-and-conditions']) {
    await page.goto(path);
    await expect(page.getByText(/Data Protection Act,? 2012 \(Act 843\)/).first()).toBeVisible();
  }
});

test('a page whose code is there before React is takes over its HTML all the same', async ({ visit }) => {
  const page = await visit();
  // React works when a message of its own comes back: those that are held keep it from beginning.
  await page.addInitScript(`
    const held = [];
    const post = MessagePort.prototype.postMessage;
    MessagePort.prototype.postMessage = function (...message) {
      if (held.isOver) post.apply(this, message);
      else held.push(() => post.apply(this, message));
    };
    window.letReactBegin = () => {
      held.isOver = true;
      held.splice(0).forEach((go) => go());
    };`);
  await page.goto(`/decline-company/unknown/${DEMO_PEOPLE.kojo.userId}`, { waitUntil: 'networkidle' });
  await page.evaluate('letReactBegin()');
  // A mismatch would be an error of the page, which every test looks for.
  await expect(heading(page, 'This link is not valid')).toBeVisible();
});

test('S-106 a link that is no longer valid leads to /verification-failed', async ({ visit }) => {
  const page = await visit();
  await page.goto('/verify-email/not-a-token');
  await expect(page).toHaveURL(/\/verification-failed/);
});

test('S-109 the 404 page goes back one step, or home', async ({ visit }) => {
  const page = await visit();
  await page.goto('/about');
  await page.goto('/nowhere');
  await expect(
    page.getByText('The page you are looking for does not exist or has been moved.'),
  ).toBeVisible();
  await expect(page.getByRole('link', { name: /chat with the team/i })).toBeVisible();
  await untilAlive(page);
  await page.getByRole('button', { name: 'Go back' }).click();
  await expect(page).toHaveURL(/\/about$/);
  await page.goto('/nowhere');
  await page.getByRole('link', { name: 'Go home' }).click();
  await expect(heading(page, /Good research/)).toBeVisible();
});

test('S-404 applying before the set-up leads there, says why, and the study waits', async ({
  visit,
  product,
}) => {
  const page = await visit();
  const [study] = await callProduct(product, browseStudies, { as: await logInAs(product, 'abena') });
  await be(page, 'kofi');
  await page.goto(`/dashboard/study-apply/${study!.id}`);
  await expect(page).toHaveURL(/\/dashboard\/participant-setup/);
  await expect(
    page.getByText('You need to submit your demographics before applying for a study'),
  ).toBeVisible();
});

test('D-12 the demo’s own page signs in with one press', async ({ visit }) => {
  const page = await visit();
  await page.goto('/dev');
  await page.getByRole('button', { name: 'Be Ama' }).click();
  await expect(heading(page, 'My Projects')).toBeVisible();
  await page.getByRole('button', { name: 'Logout' }).first().click();
  await expect(page).toHaveURL(/\/$/);
  expect(await page.evaluate(() => localStorage.length)).toBe(0);
});

test('an unknown call, or one by another method, answers as a call and never as a page', async ({
  product,
}) => {
  const login = `${product.url}${IDENTITY_BASE}/auth/login/email-password`;
  const byAnother = await fetch(login, { headers: { accept: 'text/html,*/*' } });
  expect([byAnother.status, byAnother.headers.get('allow')]).toEqual([405, 'POST']);
  for (const { base } of CONTRACTS) {
    const answer = await fetch(`${product.url}${base}/nope`, { headers: { accept: 'text/html,*/*' } });
    expect([answer.status, answer.headers.get('content-type')]).toEqual([
      404,
      'application/problem+json; charset=utf-8',
    ]);
  }
});
