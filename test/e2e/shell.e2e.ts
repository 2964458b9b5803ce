import type { Page } from '@playwright/test';
import { DEMO_PEOPLE } from '@app/demo/people.ts';
import { shellWords as words } from '@app/words/shell.ts';
import { listProjects } from '@app/contracts/project/projects.ts';
import { callProduct } from './call-product.ts';
import { liveFrom } from './wait-until.ts';
import { expect, test } from './fixtures.ts';
import { decideOn, enterAs, newResearcherWithCompany } from './people.ts';
import { logInAs } from './screens/screen-data.ts';
import { be } from './steps.ts';

const menu = (page: Page) => page.getByRole('navigation', { name: words.menu });
const bell = (page: Page) => page.getByRole('button', { name: /^Notifications/ });
const wallet = (page: Page) => page.locator('header, dialog').getByText('GH₵ 0.00').filter({ visible: true });
const back = (page: Page) => page.getByRole('link', { name: 'Back', exact: true });
const phone = { width: 360, height: 740 };

async function expectItems(page: Page, items: [label: string, to: RegExp][]): Promise<void> {
  await expect(menu(page).getByRole('link')).toHaveText(items.map(([label]) => label));
  await expect(menu(page).getByRole('button')).toHaveText(['Logout']);
}

const researcherMenu: [string, RegExp][] = [
  ['My Projects', /\/dashboard\/projects$/],
  ['Meetings', /\/dashboard\/meetings$/],
  ['Messages', /\/dashboard\/messages$/],
  ['My Accounts', /\/dashboard\/accounts$/],
  ['Need help?', /\/dashboard\/help$/],
];
const participantMenu: [string, RegExp][] = [
  ['Browse Studies', /\/dashboard\/browse-studies$/],
  ['My Studies', /\/dashboard\/studies$/],
  ['Messages', /\/dashboard\/messages$/],
  ['My Accounts', /\/dashboard\/accounts$/],
  ['Need help?', /\/dashboard\/help$/],
];
const tour: [string, RegExp] = ['Take a tour', /\/dashboard\/help#tour$/];

test('S-201 the side menu has the pages of the role, leads there and marks the current page @full', async ({
  visit,
}) => {
  for (const [who, items] of [
    ['ama', [...researcherMenu, tour]],
    ['abena', [...participantMenu, tour]],
  ] as const) {
    const page = await visit();
    await be(page, who);
    await page.goto('/dashboard');
    await expectItems(page, [...items]);
    for (const [label, to] of items) {
      await menu(page).getByRole('link', { name: label }).click();
      await expect(page).toHaveURL(to);
      const here = label === 'Take a tour' ? 'Need help?' : label;
      await expect(menu(page).locator('[aria-current=page]')).toHaveText(here);
    }
  }
});

test('S-202 the phone’s menu has the same without the tour, and closes on navigation @full', async ({
  visit,
}) => {
  for (const [who, items] of [
    ['ama', researcherMenu],
    ['abena', participantMenu],
  ] as const) {
    const page = await visit();
    await page.setViewportSize(phone);
    await be(page, who);
    await page.goto('/dashboard');
    for (const [label, to] of items) {
      await page.getByRole('button', { name: words.openMenu }).click();
      await expectItems(page, items);
      await expect(wallet(page)).toBeVisible();
      await menu(page).getByRole('link', { name: label }).click();
      await expect(page.getByRole('dialog')).toBeHidden();
      await expect(page).toHaveURL(to);
    }
  }
});

test('S-203 the header is hidden on screens with their own, and its tools on project settings @full', async ({
  visit,
  product,
}) => {
  const as = await logInAs(product, 'ama');
  const project = (await callProduct(product, listProjects, { as }))[0]!.id;
  const ama = await visit();
  await be(ama, 'ama');
  const yaw = await visit();
  await be(yaw, 'yaw');
  const kofi = await visit();
  await be(kofi, 'kofi');
  for (const [page, path] of [
    [yaw, 'kyc'],
    [kofi, 'participant-setup'],
    [ama, `create-study/${project}`],
    [ama, `project/${project}`],
  ] as const) {
    await page.goto(`/dashboard/${path}`);
    await expect(page.getByRole('heading', { level: 1 })).toBeVisible();
    await expect(bell(page), path).toBeHidden();
    await expect(wallet(page), path).toBeHidden();
    await expect(page.getByRole('img', { name: /\w+ \w+/ }), path).toBeHidden();
  }
  await ama.goto(`/dashboard/project-settings/${project}`);
  await expect(back(ama)).toBeVisible();
  await expect(bell(ama)).toBeHidden();
  await expect(wallet(ama)).toBeHidden();
  for (const path of ['projects', 'create-project', 'accounts', 'help']) {
    await ama.goto(`/dashboard/${path}`);
    await expect(bell(ama), path).toBeVisible();
    await expect(wallet(ama), path).toBeVisible();
  }
});

test('S-204 landing pages greet by the local hour, also when left open; other screens lead back @full', async ({
  newContext,
}) => {
  // The zone is five hours behind the server's clock.
  const context = await newContext({ timezoneId: 'America/New_York' });
  const page = await context.newPage();
  const at = (local: string) => page.clock.setFixedTime(new Date(`2026-11-23T${local}:00-05:00`));
  await be(page, 'ama');
  await at('04:59');
  await page.goto('/dashboard/projects');
  const header = page.locator('header').filter({ has: bell(page) });
  for (const [time, greeting] of [
    ['04:59', 'Good evening, Ama'],
    ['05:00', 'Good morning, Ama'],
    ['11:59', 'Good morning, Ama'],
    ['12:00', 'Good afternoon, Ama'],
    ['16:59', 'Good afternoon, Ama'],
    ['17:00', 'Good evening, Ama'],
  ] as const) {
    await at(time);
    await page.evaluate('document.dispatchEvent(new Event("visibilitychange"))');
    await expect(header).toContainText(greeting);
  }
  await expect(back(page)).toBeHidden();

  await menu(page).getByRole('link', { name: 'My Accounts' }).click();
  await expect(page.getByRole('heading', { level: 1, name: 'My Accounts' })).toBeVisible();
  await expect(header).not.toContainText('Good');
  await menu(page).getByRole('link', { name: 'Need help?' }).click();
  await expect(page.getByRole('heading', { level: 1, name: 'Need help?' })).toBeVisible();
  await back(page).click();
  await expect(page).toHaveURL(/\/dashboard\/accounts$/);
  // A new tab has no earlier page of ours in its history.
  const fresh = await context.newPage();
  await fresh.goto('/dashboard/create-project');
  await back(fresh).click();
  await expect(fresh).toHaveURL(/\/dashboard\/projects$/);

  await be(page, 'abena');
  await page.goto('/dashboard/browse-studies');
  await expect(header).toContainText('Good evening, Abena');
  await page.goto('/dashboard/studies');
  await expect(back(page)).toBeVisible();
});

test('S-205 the badge shows the verification status, and changes while the page is open @full', async ({
  visit,
  product,
}) => {
  const badges = ['Pending verification', 'Account Verified', 'Account Declined'];
  const badge = (page: Page) =>
    page
      .locator('header')
      .getByText(new RegExp(`^(${badges.join('|')})$`))
      .filter({ visible: true });
  for (const [who, text] of [
    ['kojo', badges[0]],
    ['ama', badges[1]],
    ['efua', badges[2]],
    ['yaw', null],
    ['abena', null],
  ] as const) {
    const page = await visit();
    await be(page, who);
    await page.goto('/dashboard/help');
    await expect(bell(page)).toBeVisible();
    await expect(badge(page)).toHaveText(text === null ? [] : [text!]);
    await page.setViewportSize(phone);
    // Phones show a settled status in the menu only.
    const isSettled = text === badges[1];
    await expect(badge(page)).toHaveText(text === null || isSettled ? [] : [text!]);
    if (!isSettled) continue;
    await page.getByRole('button', { name: words.openMenu }).click();
    await expect(page.getByRole('dialog').getByText(text!)).toBeVisible();
  }

  const { user } = await newResearcherWithCompany(product);
  const page = await visit();
  const live = liveFrom(page);
  await enterAs(page, user, '/dashboard/projects');
  await live;
  await expect(badge(page)).toHaveText(badges[0]!);
  await expect(page.getByRole('button', { name: 'Notifications', exact: true })).toBeVisible();
  await decideOn(product, user.userId, 'ACCEPT');
  await expect(badge(page)).toHaveText(badges[1]!);
});

test('S-207 the avatar shows the initials, and the wallet stays at GH₵ 0.00 @full', async ({ visit }) => {
  for (const [who, initials] of [
    ['ama', 'AO'],
    ['abena', 'AM'],
  ] as const) {
    const { firstName, lastName } = DEMO_PEOPLE[who];
    const page = await visit();
    await be(page, who);
    await page.goto('/dashboard/help');
    const avatar = page.getByRole('img', { name: `${firstName} ${lastName}` });
    await expect(avatar).toHaveText(initials);
    await expect(wallet(page)).toBeVisible();
    await expect(page.locator('header')).toContainText(words.walletLabel);
    await page.setViewportSize(phone);
    await expect(avatar).toBeVisible();
  }
});

test('S-208 S-209 a person with missing details is led to the form, except on that screen @full', async ({
  visit,
}) => {
  const page = await visit();
  for (const { who, others, paths, banner, action, to } of [
    {
      who: 'yaw',
      others: ['kojo', 'efua', 'ama'],
      paths: ['projects', 'create-project', 'accounts', 'help'],
      banner: page.getByText('Complete your verification'),
      action: 'Lets go',
      to: /\/dashboard\/kyc\b/,
    },
    {
      who: 'kofi',
      others: ['abena'],
      paths: ['browse-studies', 'studies', 'accounts', 'help'],
      banner: page.getByText('Complete your account set up'),
      action: 'Get started',
      to: /\/dashboard\/participant-setup\b/,
    },
  ] as const) {
    await be(page, who);
    for (const path of paths) {
      await page.goto(`/dashboard/${path}`);
      await expect(banner, path).toBeVisible();
    }
    await page.getByRole('link', { name: action, exact: true }).click();
    await expect(page).toHaveURL(to);
    await expect(page.getByRole('heading', { level: 1 })).toBeVisible();
    await expect(banner).toBeHidden();
    for (const other of others) {
      await be(page, other);
      await page.goto('/dashboard/help');
      await expect(bell(page)).toBeVisible();
      await expect(banner, other).toBeHidden();
    }
  }
});
