import type { Page } from '@playwright/test';
import { DEMO_PASSWORD, DEMO_PEOPLE } from '@app/demo/people.ts';
import { authWords as words } from '@app/words/auth.ts';
import { failureWords as failures } from '@app/words/failures.ts';
import { projectWords as projects } from '@app/words/projects.ts';
import { untilAlive } from './wait-until.ts';
import { expect, test } from './fixtures.ts';
import { logInHere } from './log-in-here.ts';
import { untilCached } from './offline.ts';
import { enterAs, newParticipant, newVerifiedResearcher } from './people.ts';
import { applyByCall, newProject, newPublished } from './studies.ts';

const email = (page: Page) => page.getByRole('textbox', { name: words.email, exact: true });
const password = (page: Page) => page.getByLabel(words.password, { exact: true });

test('S-102 S-103 one log-in for both roles, which a signed-in person does not see', async ({ visit }) => {
  const page = await visit();
  const people = [
    ['/login', DEMO_PEOPLE.abena, /\/dashboard\/browse-studies$/],
    ['/participant-login', DEMO_PEOPLE.ama, /\/dashboard\/projects$/],
  ] as const;
  for (const [path, person, landing] of people) {
    await page.goto(path);
    await untilAlive(page);
    await expect(email(page)).toHaveAttribute('autocomplete', 'username');
    await expect(password(page)).toHaveAttribute('autocomplete', 'current-password');
    await email(page).fill(person.email);
    await password(page).fill(DEMO_PASSWORD);
    await password(page).press('Enter');
    await expect(page).toHaveURL(landing);
    await page.goto(path);
    await expect(page).toHaveURL(landing);
    await page.getByRole('button', { name: 'Logout' }).first().click();
    await expect(page).toHaveURL(/\/$/);
    await page.goto(path);
    await untilAlive(page);
    await expect(page.getByText(words.endedTitle)).toBeHidden();
  }
});

test('D-23 an expired token is renewed silently, once for all requests of a screen', async ({
  visit,
  product,
}) => {
  // She has a notification of her verification.
  const researcher = await newVerifiedResearcher(product);
  await newProject(product, researcher, 'Renewed');
  const page = await visit();
  await logInHere(page, researcher);
  await page.evaluate(() => {
    const user = JSON.parse(localStorage.getItem('user')!) as { token: string };
    // A token with a wrong signature is refused like an expired one.
    user.token = `${user.token.slice(0, -8)}AAAAAAAA`;
    localStorage.setItem('user', JSON.stringify(user));
  });
  let renewals = 0;
  page.on('request', (request) => {
    if (request.url().endsWith('/auth/refresh')) renewals += 1;
  });
  await page.goto('/dashboard/projects');
  await expect(page.getByRole('list', { name: projects.listLabel })).toBeVisible();
  await expect(page.getByRole('button', { name: /^Notifications, \d+ unread/ })).toBeVisible();
  await expect(page).toHaveURL(/\/dashboard\/projects$/);
  expect(renewals).toBe(1);
});

test.describe('with a service worker', () => {
  test.use({ serviceWorkers: 'allow' });

  test('after a visit the app opens offline, shows the last known data and says so', async ({
    visit,
    product,
  }) => {
    const researcher = await newVerifiedResearcher(product);
    const { id } = await newProject(product, researcher, 'Offline');
    const study = await newPublished(product, researcher, id, { publicName: 'Without a network' });
    const user = await newParticipant(product);
    await applyByCall(product, user, study);

    const page = await visit();
    await enterAs(page, user, '/dashboard/studies');
    const card = page.getByRole('heading', { name: study.publicName });
    await expect(card).toBeVisible();
    await untilCached(page, '/assets/studies-');
    await page.context().setOffline(true);
    await page.reload();
    await expect(card).toBeVisible();
    const notice = page
      .getByRole('status')
      .filter({ hasText: failures.whyOutdated.NO_CONNECTION.slice(0, -1) });
    await expect(notice).toContainText('You see the data from');
    await page.goto('/dashboard');
    await page.goto('/dashboard/studies');
    await expect(card).toBeVisible();

    await test.step('a page that was never opened says so, and appears with the connection', async () => {
      await page.goto('/dashboard/help');
      await expect(page.getByRole('heading', { name: failures.offlineTitle })).toBeVisible();
      await page.goto('/terms-and-conditions');
      await expect(page.getByRole('heading', { name: failures.offlineTitle })).toBeVisible();
      await page.goto('/dashboard/studies');
      await page.getByRole('link', { name: 'Help' }).first().click();
      await expect(page.getByRole('heading', { name: failures.offlineTitle })).toBeVisible();
      await Promise.all([
        page.waitForEvent('load'),
        page.getByRole('button', { name: failures.tryAgain }).click(),
      ]);
      await expect(page.getByRole('heading', { name: failures.offlineTitle })).toBeVisible();
      await page.context().setOffline(false);
      await expect(page).toHaveURL(/\/dashboard\/help$/);
      await expect(page.getByRole('heading', { level: 1, name: 'Help' })).toBeVisible();
    });
  });
});
