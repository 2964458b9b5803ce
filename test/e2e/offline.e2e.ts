import type { Page } from '@playwright/test';
import { failureMessages as failures } from '@app/words/failures.ts';
import { myStudiesMessages as words } from '@app/words/my-studies.ts';
import { shellMessages as shell } from '@app/words/shell.ts';
import { expect, test } from './fixtures.ts';
import { isKept, keep, untilKept, waitingWorker } from './offline.ts';
import { enterAs, newParticipant, newVerifiedResearcher } from './people.ts';
import { applyTo, newProject, newPublished } from './studies.ts';

const notice = (page: Page) =>
  page.getByRole('status').filter({ hasText: failures.whyOutdated.NO_CONNECTION.slice(0, -1) });

test('after a visit the app opens without a connection, shows what it last knew and says so', async ({
  visit,
  product,
}) => {
  const researcher = await newVerifiedResearcher(product);
  const { id } = await newProject(product, researcher, 'Offline');
  const study = await newPublished(product, researcher, id, { publicName: 'Without a network' });
  const user = await newParticipant(product);
  await applyTo(product, user, study);

  const page = await visit();
  await enterAs(page, user, '/dashboard/studies');
  const card = page.getByRole('heading', { name: study.publicName });
  await expect(card).toBeVisible();
  await untilKept(page, '/assets/studies-');
  await page.context().setOffline(true);
  await page.reload();
  await expect(card).toBeVisible();
  await expect(notice(page)).toContainText('What you see is as it was');
  await page.goto('/dashboard');
  await page.goto('/dashboard/studies');
  await expect(card).toBeVisible();

  await test.step('what was never opened here says so, and is there with the connection', async () => {
    await page.goto('/dashboard/help');
    await expect(page.getByRole('heading', { name: failures.offlineTitle })).toBeVisible();
    await page.goto('/about');
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

test('a log-out leaves nothing of the person on the device, with a connection or without', async ({
  visit,
  product,
}) => {
  const user = await newParticipant(product);
  const page = await visit();
  for (const isOnline of [true, false]) {
    await enterAs(page, user, '/dashboard/studies');
    await expect(page.getByText(words.emptyTitle)).toBeVisible();
    await untilKept(page, '/assets/studies-');
    await page.context().setOffline(!isOnline);
    await page.getByRole('button', { name: shell.logOut, exact: true }).click();
    await expect(page).not.toHaveURL(/dashboard/);
    const left = await page.evaluate<string>('JSON.stringify([localStorage, sessionStorage])');
    expect(left).not.toContain(user.userId);
    await page.context().setOffline(false);
  }
});

test('a server that does not answer is waited for only as long as it is worth', async ({
  visit,
  product,
}) => {
  const user = await newParticipant(product);
  const page = await visit();
  await enterAs(page, user, '/dashboard/studies');
  await expect(page.getByText(words.emptyTitle)).toBeVisible();
  await untilKept(page, '/assets/studies-');
  let asked = 0;
  await page.context().route('**/dashboard/studies', () => {
    asked += 1;
  });
  await page.reload();
  await expect(page.getByText(words.emptyTitle)).toBeVisible();
  expect(asked).toBe(1);
});

test('a new build waits until the last page of the old one is closed, and then takes away what it does not know', async ({
  newContext,
  product,
}) => {
  const user = await newParticipant(product);
  // The test itself brings the next build's worker, which the policy lets nobody but the page do.
  const context = await newContext({ bypassCSP: true });
  const page = await context.newPage();
  await enterAs(page, user, '/dashboard/studies');
  await expect(page.getByText(words.emptyTitle)).toBeVisible();
  await untilKept(page, '/assets/studies-');
  const old = '/assets/studies-00000000.js';
  await keep(page, 'assets', old, '');
  await keep(page, 'pages', '/login', `<script src="${old}"></script>`);
  await page.evaluate(`navigator.serviceWorker.register('/service-worker.js?next').then(() => null)`);
  await expect.poll(() => waitingWorker(page)).toBe('installed');
  expect(await isKept(page, old)).toBe(true);

  // A page of the product would be held by the old worker, so that its turn is watched from a blank one.
  const next = await context.newPage();
  const session = await context.newCDPSession(next);
  const begun = new Promise<void>((done) => {
    session.on('ServiceWorker.workerVersionUpdated', ({ versions }) => {
      if (versions.some(({ scriptURL, status }) => scriptURL.endsWith('?next') && status === 'activated'))
        done();
    });
  });
  await session.send('ServiceWorker.enable');
  await page.close();
  await begun;
  await next.goto('/about');
  await expect.poll(() => isKept(next, old)).toBe(false);
  await expect.poll(() => isKept(next, '/login', 'pages')).toBe(false);
  expect(await isKept(next, '/dashboard', 'pages')).toBe(true);
  expect(await waitingWorker(next)).toBeNull();
});
