import type { Page } from '@playwright/test';
import { DEMO_PASSWORD, DEMO_PEOPLE } from '@app/demo/people.ts';
import { authWords as auth } from '@app/words/auth.ts';
import { shellNoticeWords as words } from '@app/words/shell-modals.ts';
import { barriersOn } from './accessibility.ts';
import { untilRequestsArrived } from './wait-until.ts';
import { expect, linkInEmail, test } from './fixtures.ts';
import { registerHere } from './people.ts';

const dialog = (page: Page) => page.getByRole('dialog');

async function expectNoBarrier(page: Page): Promise<void> {
  for (const colorScheme of ['light', 'dark'] as const) {
    await page.emulateMedia({ colorScheme, reducedMotion: 'reduce' });
    expect(await barriersOn(page), colorScheme).toEqual([]);
  }
}

async function logIn(page: Page, who: keyof typeof DEMO_PEOPLE): Promise<void> {
  await page.goto('/login');
  await page.getByRole('textbox', { name: auth.email }).fill(DEMO_PEOPLE[who].email);
  await page.getByLabel(auth.password, { exact: true }).fill(DEMO_PASSWORD);
  await page.getByRole('button', { name: auth.logIn, exact: true }).click();
  await expect(page).toHaveURL(/\/dashboard\//);
}

/** Once the heading is visible, no modal can be pending: its code would have been requested. */
async function expectNoModal(page: Page, open: () => Promise<unknown>): Promise<void> {
  const asked: string[] = [];
  page.on('request', (request) => {
    // These scripts were imported to run; the page's worker fetches others only to cache them.
    if (request.resourceType() === 'script' && !request.serviceWorker()) asked.push(request.url());
  });
  await open();
  await expect(page.getByRole('heading', { level: 1 })).toBeVisible();
  await untilRequestsArrived(page);
  expect(asked.filter((url) => url.includes('/assets/modals-'))).toEqual([]);
  await expect(dialog(page)).toBeHidden();
}

test('S-210 a researcher’s first log-in shows a welcome, and leads to the verification @full', async ({
  visit,
  product,
}) => {
  const page = await visit();
  const email = await registerHere(page);
  await page.goto(await linkInEmail(product, email, '/verify-email/'));
  await expect(dialog(page)).toContainText(words.welcomeTitle);
  await expectNoBarrier(page);
  await page.keyboard.press('Escape');
  await expect(dialog(page)).toBeHidden();
  // The modal appears once: a reload is not a log-in.
  await expectNoModal(page, () => page.reload());

  const second = await visit();
  const other = await registerHere(second);
  await second.setViewportSize({ width: 360, height: 740 });
  await second.goto(await linkInEmail(product, other, '/verify-email/'));
  await dialog(second).getByRole('link', { name: 'Complete Verification', exact: true }).click();
  await expect(second).toHaveURL(/\/dashboard\/kyc\b/);
  await expect(dialog(second)).toBeHidden();

  const participant = await visit();
  const third = await registerHere(participant, 'PARTICIPANT');
  const link = await linkInEmail(product, third, '/verify-email/');
  await expectNoModal(participant, async () => {
    await participant.goto(link);
    await expect(participant).toHaveURL(/\/dashboard\/browse-studies$/);
  });
});

test('S-212 a declined researcher reads so at log-in; Contact Support does nothing, Try again leads to kyc @full', async ({
  visit,
}) => {
  const page = await visit();
  await logIn(page, 'efua');
  await expect(dialog(page)).toContainText('Your verification failed.');
  await expectNoBarrier(page);
  const place = page.url();
  await dialog(page).getByRole('button', { name: 'Contact Support', exact: true }).click();
  await expect(dialog(page)).toContainText('Your verification failed.');
  expect(page.url()).toBe(place);
  await dialog(page).getByRole('link', { name: 'Try again', exact: true }).click();
  await expect(page).toHaveURL(/\/dashboard\/kyc\b/);
  await expect(dialog(page)).toBeHidden();

  for (const who of ['ama', 'kojo'] as const) {
    const other = await visit();
    await expectNoModal(other, async () => {
      await logIn(other, who);
      await expect(other.getByRole('heading', { level: 1, name: 'My Projects' })).toBeVisible();
    });
  }
});

test('S-212 a dashboard dialog closes when it no longer applies', async ({ visit }) => {
  const page = await visit();
  await logIn(page, 'efua');
  await expect(dialog(page)).toContainText('Your verification failed.');
  const other = await page.context().newPage();
  await other.goto('/about');
  await other.evaluate(() => {
    const user = JSON.parse(localStorage.getItem('user') ?? '{}') as object;
    localStorage.setItem('user', JSON.stringify({ ...user, adminVerificationStatus: 'VERIFIED' }));
  });
  await expect(dialog(page)).toBeHidden();
});
