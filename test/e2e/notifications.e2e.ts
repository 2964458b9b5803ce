import type { Page } from '@playwright/test';
import type { SignedInUser } from '@app/contracts/identity/person.ts';
import { PROJECT_BASE } from '@app/contracts/bases.ts';
import { decideCompany, submitCompanyInformation } from '@app/contracts/identity/company.ts';
import { submitUserInformation } from '@app/contracts/identity/profile.ts';
import { failureMessages } from '@app/contracts/messages/failures.ts';
import { notices } from '@app/contracts/messages/notices.ts';
import { shellMessages as words } from '@app/contracts/messages/shell.ts';
import { decideApplicants } from '@app/contracts/project/applicants.ts';
import { withdrawApplication } from '@app/contracts/project/applications.ts';
import { listNotifications } from '@app/contracts/project/notifications.ts';
import { closeStudy } from '@app/contracts/project/study-calls.ts';
import { companyBody, profileBody } from '../people.ts';
import type { Product } from '../product.ts';
import { callProduct } from './call-product.ts';
import { expect, linkInLetter, test } from './fixtures.ts';
import { enterAs, newPerson, newVerifiedResearcher } from './people.ts';
import { applyTo, newProject, newPublished } from './studies.ts';

/** Of an age that nobody else has, so that only they are told of the studies of these tests. */
async function newElder(product: Product, age: number): Promise<SignedInUser> {
  const user = await newPerson(product, 'PARTICIPANT');
  const dateOfBirth = `${new Date().getUTCFullYear() - age}-01-01`;
  const body = profileBody(user.userId, { dateOfBirth });
  return callProduct(product, submitUserInformation, { as: user, body });
}
const forAge = (age: number) => ({ minimumAge: age, maximumAge: age });

/** Runs in the page: notes all that the status beside the bell says from now on. */
const LISTEN = `
  globalThis.said = [];
  const status = document.querySelector('header [role=status]:not(button *)');
  new MutationObserver(() => said.push(status.textContent))
    .observe(status, { childList: true, characterData: true, subtree: true });
`;

/** Once so many have come. */
async function expectCount(product: Product, as: SignedInUser, count: number): Promise<void> {
  const asked = () => callProduct(product, listNotifications, { as, query: { size: 100 } });
  await expect.poll(async () => (await asked()).length, { timeout: 30_000 }).toBe(count);
}

const bell = (page: Page, unread: string) =>
  page.getByRole('button', { name: words.notifications(unread), exact: true });
const popup = (page: Page) => page.getByRole('region', { name: 'Recent Notifications' });
const items = (page: Page) => popup(page).getByRole('listitem');
const heading = (page: Page) => page.getByRole('heading', { level: 1 });

async function open(page: Page): Promise<void> {
  await page.getByRole('button', { name: /^Notifications/ }).click();
  await expect(popup(page)).toBeVisible();
}

test('S-206 the popup lists what happened, 351 px wide, with dots, a count and both ways to mark as read', async ({
  visit,
  product,
}) => {
  const researcher = await newVerifiedResearcher(product);
  const project = await newProject(product, researcher, 'Elders');
  const elder = await newElder(product, 97);
  for (const publicName of ['First talk', 'Second talk', 'Third talk']) {
    await newPublished(product, researcher, project.id, { ...forAge(97), publicName });
  }
  await expectCount(product, elder, 3);
  const page = await visit();
  await enterAs(page, elder, '/dashboard/studies');
  await expect(bell(page, '3')).toContainText('3');
  await open(page);
  await expect(popup(page).getByRole('heading', { name: 'Recent Notifications' })).toBeVisible();
  await expect(items(page)).toHaveCount(3);
  expect((await popup(page).boundingBox())!.width).toBe(351);
  const first = items(page).filter({ hasText: 'First talk' });
  await expect(first).toContainText(/Unread: A new study fits your profile: “First talk”\./);
  await expect(first.locator('time')).toHaveText(/ago|just now/);
  await expect(first.locator('time')).toHaveText(/\d\d \w+, \d{4}, \d\d:\d\d [AP]M GMT$/);

  await test.step('one is marked, without going there, and the focus stays on its row', async () => {
    await first.getByRole('button', { name: words.markRead(notices.studyFits('First talk')) }).press('Enter');
    await expect(bell(page, '2')).toBeVisible();
    await expect(first).not.toContainText('Unread');
    await expect(first.getByRole('link')).toBeFocused();
    await expect(popup(page)).toBeVisible();
  });
  await test.step('all are marked, and the focus is not lost with the button', async () => {
    await popup(page).getByRole('button', { name: words.markAllRead, exact: true }).press('Enter');
    await expect(bell(page, '')).toBeVisible();
    await expect(popup(page).getByText('Unread')).toHaveCount(0);
    await expect(popup(page).getByRole('heading')).toBeFocused();
  });
  await test.step('it stays so, and it fits a phone', async () => {
    await page.setViewportSize({ width: 360, height: 740 });
    await page.reload();
    await expect(bell(page, '')).toBeVisible();
    await open(page);
    await expect(items(page)).toHaveCount(3);
    const box = (await popup(page).boundingBox())!;
    expect(box.x).toBeGreaterThanOrEqual(8);
    expect(box.x + box.width).toBeLessThanOrEqual(352);
    expect(box.y + box.height).toBeLessThanOrEqual(740);
  });
});

test('S-206 the popup opens, is walked through and closes by the keyboard', async ({ visit, product }) => {
  const researcher = await newVerifiedResearcher(product);
  const page = await visit();
  await enterAs(page, researcher, '/dashboard/help');
  await expect(bell(page, '1')).toBeVisible();
  await bell(page, '1').press('Enter');
  await expect(items(page)).toHaveCount(1);
  await page.keyboard.press('Tab');
  await expect(items(page).getByRole('link')).toBeFocused();
  await page.keyboard.press('Escape');
  await expect(popup(page)).toBeHidden();
  await expect(bell(page, '1')).toBeFocused();
  await expect(bell(page, '1')).toHaveAttribute('aria-expanded', 'false');

  await page.keyboard.press('Enter');
  await expect(items(page)).toHaveCount(1);
  // Whoever walks on has left it.
  for (let presses = 0; presses < 4; presses += 1) await page.keyboard.press('Tab');
  await expect(popup(page)).toBeHidden();
  await open(page);
  await heading(page).click();
  await expect(popup(page)).toBeHidden();
});

test('S-206 each notification of a researcher leads to what it is about', async ({ visit, product }) => {
  const researcher = await newPerson(product);
  const decide = async (decision: 'ACCEPT' | 'DECLINE', companyName: string) => {
    const body = { ...companyBody(researcher.userId), companyName };
    await callProduct(product, submitCompanyInformation, { as: researcher, body });
    const letters = () => linkInLetter(product, 'admin@demo.test', '/accept-company/', researcher.userId);
    const before = used;
    await expect.poll(async () => new URL(await letters()).pathname.split('/')[2]).not.toBe(before);
    used = new URL(await letters()).pathname.split('/')[2]!;
    const params = { userId: researcher.userId };
    await callProduct(product, decideCompany, { params, body: { token: used, decision } });
  };
  let used = '';
  const page = await visit();
  const follow = async (message: string) => {
    await open(page);
    await items(page).getByRole('link', { name: message }).click();
    await expect(popup(page)).toBeHidden();
    await expect(heading(page)).toBeVisible();
  };
  await decide('DECLINE', 'Elder Data');
  await expectCount(product, researcher, 1);
  await enterAs(page, researcher, '/dashboard/help');
  await follow(notices.companyDeclined);
  await expect(page).toHaveURL(/\/dashboard\/kyc\b/);
  await decide('ACCEPT', 'Elder Data');
  await expectCount(product, researcher, 2);
  await page.goto('/dashboard/help');
  await follow(notices.companyAccepted);
  await expect(page).toHaveURL(/\/dashboard\/projects$/);
  // What was declined is done: the way there says so.
  await page.goto('/dashboard/help');
  await follow(notices.companyDeclined);
  await expect(page.getByText('You are already verified')).toBeVisible();

  const project = await newProject(product, researcher, 'Elders');
  const given = { ...forAge(96), name: 'Old ways' };
  const study = await newPublished(product, researcher, project.id, given);
  const elder = await newElder(product, 96);
  const { id } = await applyTo(product, elder, study);
  await callProduct(product, withdrawApplication, { as: elder, params: { id } });
  for (const message of [notices.newApplicant('Old ways'), notices.applicantWithdrew('Old ways')]) {
    await page.goto('/dashboard/help');
    await follow(message);
    await expect(page).toHaveURL(new RegExp(`/dashboard/study-applicants/${study.id}`));
  }
  await expect(page.getByRole('button', { name: 'Notifications', exact: true })).toBeVisible();
});

test('S-206 each notification of a participant leads to what it is about, and what is gone is explained', async ({
  visit,
  product,
}) => {
  const researcher = await newVerifiedResearcher(product);
  const project = await newProject(product, researcher, 'Elders');
  const elder = await newElder(product, 95);
  const publish = (publicName: string) =>
    newPublished(product, researcher, project.id, { ...forAge(95), publicName });
  const chosen = await publish('Chosen');
  const refused = await publish('Refused');
  const over = await publish('Over');
  const decided = async (study: typeof chosen, decision: object) => {
    const application = await applyTo(product, elder, study);
    const body = { applicationIds: [application.id], ...decision };
    await callProduct(product, decideApplicants, { as: researcher, params: { id: study.id }, body });
  };
  // Told some seconds later, while the rest goes on.
  await decided(chosen, { status: 'ACCEPTED' });
  await decided(refused, { status: 'DECLINED', reason: 'NOT_A_MATCH' });
  await applyTo(product, elder, over);
  await callProduct(product, closeStudy, { as: researcher, params: { id: over.id } });
  const left = await publish('Left to see');
  const gone = await publish('Gone before');
  await expect
    .poll(async () => {
      const news = await callProduct(product, listNotifications, { as: elder, query: { size: 100 } });
      return news.map(({ message }) => message).join();
    })
    .toContain('Gone before');
  await callProduct(product, closeStudy, { as: researcher, params: { id: gone.id } });

  const page = await visit();
  await enterAs(page, elder, '/dashboard/help');
  const follow = async (message: string | RegExp, to: RegExp, shows: string | RegExp) => {
    await page.goto('/dashboard/help');
    await open(page);
    await items(page).getByRole('link', { name: message }).click();
    await expect(page).toHaveURL(to);
    await expect(page.getByRole('main')).toContainText(shows);
  };
  const toMyStudies = /\/dashboard\/studies$/;
  const toStudy = (study: typeof chosen) => new RegExp(`/dashboard/study-apply/${study.id}$`);
  await follow(notices.studyFits('Left to see'), toStudy(left), 'Left to see');
  await follow(notices.studyFits('Gone before'), toStudy(gone), /closed|no more applications/i);
  await follow(notices.studyClosed('Over'), toMyStudies, 'Over');
  await expect
    .poll(
      async () => {
        const news = await callProduct(product, listNotifications, { as: elder, query: { size: 100 } });
        return news.filter(({ message }) => /accepted for|declined/.test(message)).length;
      },
      { timeout: 20_000 },
    )
    .toBe(2);
  await follow(notices.accepted('Chosen'), toMyStudies, 'Chosen');
  await follow(/“Refused” was declined/, toMyStudies, 'Refused');
});

test('D-31 NT1 what comes is told to a screen reader at once for all of it, and not to one that hears nothing new', async ({
  visit,
  product,
}) => {
  const researcher = await newVerifiedResearcher(product);
  const project = await newProject(product, researcher, 'Elders');
  const study = await newPublished(product, researcher, project.id, forAge(94));
  const elders = await Promise.all([94, 94, 94].map((age) => newElder(product, age)));
  const page = await visit();
  await enterAs(page, researcher, '/dashboard/help');
  await expect(bell(page, '1')).toBeVisible();
  await page.evaluate(LISTEN);
  await Promise.all(elders.map((elder) => applyTo(product, elder, study)));
  await expect(bell(page, '4')).toBeVisible();
  const said = () => page.evaluate<string[]>('said');
  await expect.poll(said).toEqual([words.newNotifications(3, '4')]);
  await open(page);
  await popup(page).getByRole('button', { name: words.markAllRead, exact: true }).click();
  await expect(bell(page, '')).toBeVisible();
  expect((await said()).filter(Boolean)).toHaveLength(1);
});

test('S-206 older ones are shown on asking, and every state of the popup says so', async ({
  visit,
  product,
}) => {
  const elder = await newElder(product, 93);
  const page = await visit();
  await enterAs(page, elder, '/dashboard/help');
  await open(page);
  await expect(popup(page).getByText(words.noNotifications)).toBeVisible();

  const researcher = await newVerifiedResearcher(product);
  const project = await newProject(product, researcher, 'Elders');
  for (let number = 1; number <= 23; number += 1) {
    const publicName = `Talk ${number}.`;
    await newPublished(product, researcher, project.id, { ...forAge(93), publicName });
  }
  await expectCount(product, elder, 23);
  await expect(bell(page, '23')).toBeVisible();
  await expect(items(page)).toHaveCount(20);
  const older = popup(page).getByRole('button', { name: words.showOlder, exact: true });
  const calls = `**${PROJECT_BASE}/notifications?*`;
  await test.step('a connection that is lost on the way is told in place, and what is there stays', async () => {
    await page.route(calls, (route) => route.abort());
    await older.click();
    await expect(popup(page).getByRole('alert')).toContainText(failureMessages.network);
    await expect(items(page)).toHaveCount(20);
    await page.unroute(calls);
    await popup(page).getByRole('button', { name: failureMessages.tryAgain }).click();
  });
  await expect(items(page)).toHaveCount(23);
  await expect(items(page).nth(20).getByRole('link')).toBeFocused();
  await expect(older).toBeHidden();
  // Marked are those of both pages.
  await items(page).nth(22).getByRole('button').click();
  await expect(bell(page, '22')).toBeVisible();

  await test.step('a list that cannot be had says so, and can be asked for again', async () => {
    await page.route(calls, (route) => route.abort());
    await page.reload();
    await open(page);
    await expect(popup(page).getByText(words.notificationsFailed)).toBeVisible();
    await page.unroute(calls);
    await popup(page).getByRole('button', { name: failureMessages.tryAgain }).click();
    await expect(items(page)).toHaveCount(20);
  });
  await test.step('so does a connection that is lost before its code has come', async () => {
    const code = /\/assets\/notification-list-/;
    await page.reload();
    await expect(bell(page, '22')).toBeVisible();
    await page.route(code, (route) => route.abort());
    await open(page);
    await expect(popup(page).getByText(words.notificationsFailed)).toBeVisible();
    await page.unroute(code);
    await popup(page).getByRole('button', { name: failureMessages.tryAgain }).click();
    await expect(items(page)).toHaveCount(20);
  });
});
