import { paths } from '@app/contracts/web-paths.ts';
import { accountWords as accounts } from '@app/words/accounts.ts';
import { choiceWords } from '@app/words/choices.ts';
import { failureWords as failures } from '@app/words/failures.ts';
import { frameWords as frame } from '@app/words/frame.ts';
import { myStudiesWords as words } from '@app/words/my-studies.ts';
import { homeWords as home } from '@app/words/home.ts';
import { studyWizardWords as wizard } from '@app/words/study-wizard.ts';
import { shellWords as shell } from '@app/words/shell.ts';
import { expect, test } from './fixtures.ts';
import { putItems } from './stored-items.ts';
import { isCached, keep, untilCached, untilLoadedIsKept, waitingWorker } from './offline.ts';
import { logInHere } from './log-in-here.ts';
import { enterAs, newParticipant, newVerifiedResearcher } from './people.ts';
import { applyByCall, newProject, newPublished } from './studies.ts';
import { storedStages } from './study-wizard-fixtures.ts';

test.use({ serviceWorkers: 'allow' });

test('the home page opens without a connection after one visit', async ({ visit }) => {
  const page = await visit();
  await page.goto('/');
  await expect.poll(() => isCached(page, '/', 'pages')).toBe(true);
  expect(await isCached(page, '/dashboard', 'pages')).toBe(false);
  await page.context().setOffline(true);
  await page.reload();
  await expect(page.getByRole('heading', { level: 1, name: home.heading })).toBeVisible();
});

test('without a connection the home page knows the person, and My Accounts says once what it cannot show', async ({
  visit,
  product,
}) => {
  const page = await visit();
  await page.goto('/');
  await expect.poll(() => isCached(page, '/', 'pages')).toBe(true);
  await logInHere(page, await newParticipant(product));
  await page.goto(paths.accounts);
  await expect(page.getByRole('heading', { level: 2, name: accounts.devicesHeading })).toBeVisible();
  await untilLoadedIsKept(page);
  await page.reload();
  const isOfUser = `caches.match('/').then((page) => page.text()).then((text) => text.includes('"/dashboard"'))`;
  await expect.poll(() => page.evaluate<boolean>(isOfUser)).toBe(true);
  await page.context().setOffline(true);
  await page.reload();
  await expect(page.getByRole('heading', { level: 1, name: accounts.heading })).toBeVisible();
  await expect(page.getByText(failures.network)).toHaveCount(1);
  await page.goto('/');
  const header = page.getByRole('banner');
  await expect(header.getByRole('link', { name: frame.goOn })).toBeVisible();
  await expect(header.getByRole('link', { name: frame.logIn })).toHaveCount(0);
});

test('a page opened with an expired token renews it before its requests, so that none is refused', async ({
  visit,
  product,
}) => {
  const page = await visit();
  await logInHere(page, await newParticipant(product));
  await page.goto(paths.accounts);
  await expect(page.getByRole('heading', { level: 2, name: accounts.devicesHeading })).toBeVisible();
  const own = await page.evaluate(`JSON.parse(localStorage.getItem('user'))`);
  await putItems(page, { user: { ...(own as object), token: 'over' }, tokenAt: Date.now() - 11 * 60_000 });
  const answers: string[] = [];
  page.on('response', (answer) => {
    const { pathname } = new URL(answer.url());
    if (pathname.includes('/api/v1/')) answers.push(`${answer.status()} ${pathname.split('/api/v1')[1]}`);
  });
  await page.goto(paths.accounts);
  await expect(page.getByRole('heading', { level: 2, name: accounts.devicesHeading })).toBeVisible();
  await expect.poll(() => answers.some((one) => one.includes('/users/me/sessions'))).toBe(true);
  expect(answers[0]).toBe('200 /auth/refresh');
  expect(answers.filter((one) => one.startsWith('401') || one.includes('refresh'))).toHaveLength(1);
});

test('the app can be installed: its manifest and icons exist', async ({ visit }) => {
  const page = await visit();
  await page.goto('/login');
  const href = await page.locator('link[rel=manifest]').getAttribute('href');
  const answer = await page.request.get(href!);
  expect(answer.headers()['content-type']).toMatch('application/manifest+json');
  const manifest = (await answer.json()) as { start_url: string; icons: { src: string; sizes: string }[] };
  expect(manifest).toMatchObject({ display: 'standalone', start_url: '/dashboard' });
  const sizes = await page.evaluate<string[]>(
    `Promise.all(${JSON.stringify(manifest.icons.filter(({ src }) => src.endsWith('.png')))}.map(({ src }) =>
      new Promise((done) => {
        const icon = new Image();
        icon.onload = () => done(icon.naturalWidth + 'x' + icon.naturalHeight);
        icon.src = src;
      })))`,
  );
  expect(sizes).toEqual(['192x192', '512x512']);
});

test('a participant’s own studies are cached from the first visit, whichever page that was @full', async ({
  visit,
  product,
}) => {
  const researcher = await newVerifiedResearcher(product);
  const { id } = await newProject(product, researcher, 'On the way');
  const study = await newPublished(product, researcher, id, { publicName: 'Looked up on the way' });
  const user = await newParticipant(product);
  await applyByCall(product, user, study);
  const page = await visit();
  await enterAs(page, user, '/dashboard/browse-studies');
  await untilCached(page, '/assets/studies-');
  await page.context().setOffline(true);
  await page.goto('/dashboard/studies');
  await expect(page.getByRole('heading', { name: study.publicName })).toBeVisible();
});

test('a researcher’s projects, applicants and the wizard open offline as last seen @full', async ({
  visit,
  product,
}) => {
  const researcher = await newVerifiedResearcher(product);
  const { id } = await newProject(product, researcher, 'In the field');
  const study = await newPublished(product, researcher, id, { name: 'Seen before' });
  await applyByCall(product, await newParticipant(product), study);
  const page = await visit();
  const seen: [path: string, name: string][] = [
    ['/dashboard/projects', 'In the field'],
    [`/dashboard/project/${id}`, 'Seen before'],
    [`/dashboard/study-applicants/${study.id}`, 'Seen before'],
  ];
  const newStudy = `/dashboard/create-study/${id}`;
  await enterAs(page, researcher, seen[0]![0]);
  const look = async ([path, name]: (typeof seen)[number]) => {
    if (new URL(page.url()).pathname !== path) await page.goto(path);
    await expect(page.getByText(name).first()).toBeVisible();
  };
  for (const one of seen) {
    await look(one);
    await untilCached(page, '/assets/');
  }
  await expect(page.getByRole('table').first()).toBeVisible();
  await page.goto(newStudy);
  await expect(page.getByRole('heading', { name: wizard.detailsHeading })).toBeVisible();
  await untilCached(page, '/assets/wizard-');
  await page.evaluate((drafts) => {
    for (const [key, draft] of Object.entries(drafts)) localStorage.setItem(key, JSON.stringify(draft));
  }, storedStages);
  await page.context().setOffline(true);
  await page.reload();
  await expect(page.getByRole('heading', { name: wizard.detailsHeading })).toBeVisible();
  await page.goto(`${newStudy}?step=4`);
  await page.getByText(choiceWords.durationInMinutes[30], { exact: true }).click();
  await page.getByRole('button', { name: wizard.timesEmpty }).click();
  await expect(page.getByRole('dialog').getByRole('checkbox').first()).toBeVisible();
  for (const one of seen) await look(one);
  await expect(page.getByRole('table').first()).toBeVisible();
  // A failed change does not make an old list count as fresh.
  await page
    .getByRole('button', { name: /is a favourite$/ })
    .first()
    .click();
  await expect(page.getByText(failures.network)).toBeVisible();
  await applyByCall(product, await newParticipant(product), study);
  await page.context().setOffline(false);
  await expect(page.getByRole('button', { name: /is a favourite$/ })).toHaveCount(2);
});

test('a log-out leaves no personal data on the device, with a connection or without', async ({
  visit,
  product,
}) => {
  const user = await newParticipant(product);
  const page = await visit();
  for (const isOnline of [true, false]) {
    await enterAs(page, user, '/dashboard/studies');
    await expect(page.getByText(words.emptyTitle)).toBeVisible();
    await untilCached(page, '/assets/studies-');
    await page.context().setOffline(!isOnline);
    await page.getByRole('button', { name: shell.logOut, exact: true }).click();
    await expect(page).not.toHaveURL(/dashboard/);
    const left = await page.evaluate<string>('JSON.stringify([localStorage, sessionStorage])');
    expect(left).not.toContain(user.userId);
    await page.context().setOffline(false);
  }
});

test('a server that does not respond is waited for only briefly @full', async ({ visit, product }) => {
  const user = await newParticipant(product);
  const page = await visit();
  await enterAs(page, user, '/dashboard/studies');
  await expect(page.getByText(words.emptyTitle)).toBeVisible();
  await untilCached(page, '/assets/studies-');
  let asked = 0;
  await page.context().route('**/dashboard/studies', () => {
    asked += 1;
  });
  await page.reload();
  await expect(page.getByText(words.emptyTitle)).toBeVisible();
  expect(asked).toBe(1);
});

test('a new build waits until the last page of the old one is closed, then deletes unknown caches @full', async ({
  newContext,
  product,
}) => {
  const user = await newParticipant(product);
  // The test itself installs the next build's worker, which the policy allows only to the page.
  const context = await newContext({ bypassCSP: true });
  const page = await context.newPage();
  await enterAs(page, user, '/dashboard/studies');
  await expect(page.getByText(words.emptyTitle)).toBeVisible();
  await untilCached(page, '/assets/studies-');
  const old = '/assets/studies-00000000.js';
  await keep(page, 'assets', old, '');
  await keep(page, 'pages', '/login', `<script src="${old}"></script>`);
  await page.evaluate(`navigator.serviceWorker.register('/service-worker.js?next').then(() => null)`);
  await expect.poll(() => waitingWorker(page)).toBe('installed');
  expect(await isCached(page, old)).toBe(true);

  // A page of the product would stay with the old worker, so a blank page watches the activation.
  const next = await context.newPage();
  const session = await context.newCDPSession(next);
  const started = new Promise<void>((done) => {
    session.on('ServiceWorker.workerVersionUpdated', ({ versions }) => {
      if (versions.some(({ scriptURL, status }) => scriptURL.endsWith('?next') && status === 'activated'))
        done();
    });
  });
  await session.send('ServiceWorker.enable');
  await page.close();
  await started;
  // This page registers no worker of its own.
  await next.goto('/signup');
  await expect.poll(() => isCached(next, old)).toBe(false);
  await expect.poll(() => isCached(next, '/login', 'pages')).toBe(false);
  expect(await isCached(next, '/dashboard', 'pages')).toBe(true);
  expect(await waitingWorker(next)).toBeNull();
});
