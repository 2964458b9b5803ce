import type { Page } from '@playwright/test';
import { DEMO_PEOPLE } from '@app/demo/people.ts';
import { guardWords } from '@app/words/guards.ts';
import { browseStudies } from '@app/contracts/project/browsing.ts';
import { listProjectStudies, listProjects } from '@app/contracts/project/projects.ts';
import type { Product } from '../support/product.ts';
import { callProduct } from './call-product.ts';
import { expect, test } from './fixtures.ts';
import { logInAs } from './screens/screen-data.ts';
import { be } from './steps.ts';

const heading = (page: Page, name: string | RegExp) => page.getByRole('heading', { level: 1, name });
const anId = DEMO_PEOPLE.kojo.userId;

/** Returns the researcher's screens, for studies and projects of Ama. */
async function screensOfAma(product: Product): Promise<[path: string, name: string | RegExp][]> {
  const as = await logInAs(product, 'ama');
  const projects = await callProduct(product, listProjects, { as });
  const project = projects.find(({ studyCount }) => studyCount > 0)!.id;
  const [study] = await callProduct(product, listProjectStudies, { as, params: { id: project } });
  return [
    ['projects', 'My Projects'],
    [`study-applicants/${study!.id}`, 'Applicants'],
    ['create-project', 'What would you like to name your first project?'],
    [`create-study/${project}`, 'What is your study about?'],
    [`project/${project}`, /./],
    [`project-settings/${project}`, 'Project settings'],
  ];
}

async function expectSent(page: Page, path: string, to: RegExp): Promise<void> {
  await page.goto(`/dashboard/${path}`);
  await expect(page, path).toHaveURL(to);
  await expect(heading(page, /./)).toBeVisible();
}

test('S-110 the dashboard requires a sign-in, and then leads to its projects', async ({ visit }) => {
  const page = await visit();
  for (const path of [
    '',
    'projects',
    'browse-studies',
    'kyc',
    'participant-setup',
    'accounts',
    'help',
    'no',
  ]) {
    await page.goto(`/dashboard/${path}`);
    await expect(heading(page, /Good research/)).toBeVisible();
    expect(new URL(page.url()).pathname).toBe('/');
  }
  await be(page, 'yaw');
  for (const path of ['/dashboard', '/login', '/participant-login']) {
    await page.goto(path);
    await expect(page).toHaveURL(/\/dashboard\/projects$/);
  }
});

test('S-111 researchers open their screens, and participants are sent from them to browse-studies', async ({
  visit,
  product,
}) => {
  const researcher = await visit();
  await be(researcher, 'ama');
  const participant = await visit();
  await be(participant, 'abena');
  for (const [path, name] of await screensOfAma(product)) {
    await researcher.goto(`/dashboard/${path}`);
    await expect.soft(heading(researcher, name), path).toBeVisible();
    await expectSent(participant, path, /\/dashboard\/browse-studies$/);
  }
});

test('S-112 an unverified researcher reads why, and is redirected @full', async ({ visit }) => {
  // This covers each state of the verification and each screen; session/guards.test.ts has the whole table.
  for (const [who, path] of [
    ['kojo', `create-study/${anId}`],
    ['efua', `project/${anId}`],
    ['yaw', `project-settings/${anId}`],
  ] as const) {
    const page = await visit();
    await be(page, who);
    await page.goto(`/dashboard/${path}`);
    await expect(page.getByText(guardWords.mustBeVerified)).toBeVisible();
    await expect(page).toHaveURL(/\/dashboard\/projects$/);
    await page.goto(`/dashboard/create-project`);
    await expect(heading(page, /./)).toBeVisible();
    await expect(page).toHaveURL(/\/dashboard\/create-project$/);
  }
});

test('S-113 participants open their screens, and researchers are sent from them to their projects @full', async ({
  visit,
  product,
}) => {
  const as = await logInAs(product, 'abena');
  const [study] = await callProduct(product, browseStudies, { as });
  const participant = await visit();
  await be(participant, 'abena');
  const researcher = await visit();
  await be(researcher, 'yaw');
  for (const path of ['browse-studies', `study-apply/${study!.id}`, 'studies']) {
    await expectSent(participant, path, new RegExp(`/dashboard/${path}$`));
    await expectSent(researcher, path, /\/dashboard\/projects$/);
  }
});

test('S-114 participants are redirected from kyc, and verified researchers read that they are verified @full', async ({
  visit,
}) => {
  const page = await visit();
  await be(page, 'abena');
  await expectSent(page, 'kyc', /\/dashboard\/browse-studies$/);
  await be(page, 'ama');
  await page.goto('/dashboard/kyc');
  await expect(page.getByText(guardWords.alreadyVerified, { exact: true })).toBeVisible();
  await expect(page).toHaveURL(/\/dashboard\/projects$/);
  await be(page, 'yaw');
  await expectSent(page, 'kyc', /\/dashboard\/kyc\b/);
});

test('S-115 researchers are redirected from the set-up, and participants who submitted it read so @full', async ({
  visit,
}) => {
  const page = await visit();
  await be(page, 'ama');
  await expectSent(page, 'participant-setup', /\/dashboard\/projects$/);
  await be(page, 'abena');
  await page.goto('/dashboard/participant-setup');
  await expect(page.getByText(guardWords.alreadySubmitted, { exact: true })).toBeVisible();
  await expect(page).toHaveURL(/\/dashboard\/browse-studies$/);
  await be(page, 'kofi');
  await expectSent(page, 'participant-setup', /\/dashboard\/participant-setup\b/);
});
