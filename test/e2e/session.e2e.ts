import type { Page } from '@playwright/test';
import { logIn } from '@app/contracts/identity/sessions.ts';
import { changeOwnPassword } from '@app/contracts/identity/account-settings.ts';
import { authWords as auth } from '@app/words/auth.ts';
import { failureWords } from '@app/words/failures.ts';
import { projectWords as projects } from '@app/words/projects.ts';
import { googleWords as google } from '@app/words/google.ts';
import { demoWords } from '@app/demo/words.ts';
import { DEMO_PEOPLE } from '@app/demo/people.ts';
import { callProduct } from './call-product.ts';
import { untilAlive } from './wait-until.ts';
import { expect, test } from './fixtures.ts';
import { googleButton, openGoogle } from './google.ts';
import { newPerson } from './people.ts';
import { pressTwice } from './press.ts';
import { be, SCREEN_PASSWORD } from './steps.ts';

const logOut = (page: Page) => page.getByRole('button', { name: 'Logout', exact: true });
const storedItems = (page: Page) => page.evaluate(() => JSON.stringify(localStorage));
const heading = (page: Page, name: string | RegExp) => page.getByRole('heading', { level: 1, name });

/** Types into the form for a new project, and lets the form decide when to save. */
async function typeName(page: Page, name: string): Promise<void> {
  await page.goto('/dashboard/create-project');
  await page.getByRole('textbox', { name: projects.nameLabel }).fill(name);
}

test('S-213 logout clears the user and all stored data, reloads, and reaches the other tabs', async ({
  visit,
}) => {
  const page = await visit();
  await be(page, 'ama');
  const otherTab = await visit(page);
  await typeName(otherTab, 'Kept a moment ago');
  await expect.poll(() => storedItems(otherTab)).toContain('Kept a moment ago');
  await page.evaluate(() => localStorage.setItem('anything', 'else'));
  await typeName(page, 'Typed at the last moment');
  await page.goto('/dashboard/accounts');
  await otherTab.getByRole('textbox', { name: projects.nameLabel }).fill('Not kept yet');
  await logOut(page).click();
  for (const tab of [page, otherTab]) {
    await expect(heading(tab, /Good research/)).toBeVisible();
    expect(new URL(tab.url()).pathname).toBe('/');
    expect(await storedItems(tab)).toBe('{}');
  }
  await page.goto('/dashboard');
  await expect(heading(page, /Good research/)).toBeVisible();
});

test('S-213 logout clears the device without a connection too, and a second press has no further effect @full', async ({
  visit,
}) => {
  const page = await visit();
  await be(page, 'efua');
  await page.goto('/dashboard/help');
  let asked = 0;
  await page.route('**/auth/logout', async (route) => {
    asked += 1;
    await route.abort();
  });
  await pressTwice(logOut(page));
  await expect(heading(page, /Good research/)).toBeVisible();
  // The presses send one request; the restored page sends the pending one.
  expect(asked).toBe(2);
  expect(await storedItems(page)).toBe('{"logOutPending":"yes"}');
});

test('S-213 a tab of a person who has logged out stores nothing of theirs for the next person who logs in', async ({
  visit,
}) => {
  const page = await visit();
  await be(page, 'ama');
  await typeName(page, 'Of Ama');
  await expect.poll(() => storedItems(page)).toContain('Of Ama');
  const otherTab = await visit(page);
  await otherTab.goto('/about');
  const kojo = await be(await visit(), 'kojo');
  await page.getByRole('textbox', { name: projects.nameLabel }).fill('Of Ama, at the last moment');
  // Simulates the log-in of another person, in one step.
  await otherTab.evaluate((other) => {
    localStorage.clear();
    localStorage.setItem('lastUserId', other.userId);
    localStorage.setItem('user', JSON.stringify(other));
  }, kojo);
  await expect(page).toHaveURL(/\/dashboard\/projects$/);
  await expect(page.locator('header').getByText('Pending verification').first()).toBeVisible();
  expect(await storedItems(page)).not.toContain('Of Ama');
});

test('SES-7 a browser whose session was ended by a new password says so in all tabs, and keeps nothing @full', async ({
  visit,
  product,
}) => {
  const person = await newPerson(product, 'RESEARCHER');
  const page = await visit();
  const logInBy = async (password: string) => {
    await page.getByRole('textbox', { name: auth.email }).fill(person.email);
    await page.getByLabel(auth.password, { exact: true }).fill(password);
    await page.getByRole('button', { name: auth.logIn, exact: true }).click();
  };
  await page.goto('/login');
  await logInBy(SCREEN_PASSWORD);
  await expect(page).toHaveURL(/\/dashboard\/projects$/);
  await page.keyboard.press('Escape');
  const otherTab = await visit(page);
  await otherTab.goto('/dashboard/help');

  const elsewhere = await callProduct(product, logIn, {
    body: { email: person.email, password: SCREEN_PASSWORD },
  });
  const newPassword = `${SCREEN_PASSWORD}, and a new one`;
  await callProduct(product, changeOwnPassword, {
    as: elsewhere,
    body: { currentPassword: SCREEN_PASSWORD, password: newPassword },
  });
  await page.goto('/dashboard/accounts?from=here');
  for (const tab of [page, otherTab]) {
    await expect(tab).toHaveURL(/\/login$/);
    await expect(tab.getByText(auth.revokedTitle)).toBeVisible();
  }
  expect(await storedItems(page)).toBe('{"revokedSession":"RESEARCHER"}');
  await logInBy(newPassword);
  await expect(page).toHaveURL(/\/dashboard\/projects$/);
  expect(await storedItems(page)).not.toContain('revokedSession');
});

test('S-503 a tab that waits for a Google window does not handle another tab’s own sign-in @full', async ({
  visit,
}) => {
  const waiting = await visit();
  await waiting.goto('/login');
  await untilAlive(waiting);
  await openGoogle(waiting);
  await expect(waiting.getByText(google.goOnThere)).toBeVisible();

  const page = await visit(waiting);
  await page.addInitScript('window.open = () => null');
  await page.goto('/login');
  await untilAlive(page);
  await googleButton(page).click();
  await page.getByRole('button', { name: google.goOnHere }).click();
  await page.getByRole('button', { name: demoWords.signInAs(DEMO_PEOPLE.abena.firstName) }).click();
  await expect(page).toHaveURL(/\/dashboard\/browse-studies$/);
});

test('an error in the root layout itself is explained, with links @full', async ({ visit }) => {
  const page = await visit();
  const isRoot = /\/assets\/start-.*\.js$/;
  await page.route(isRoot, async (route) => {
    const answer = await route.fetch();
    const script = await answer.text();
    const broken = script.replaceAll(/(["'`])theme-color\1/g, '(()=>{throw new Error("a fault")})()');
    await route.fulfill({ response: answer, body: broken });
  });
  await page.goto('/login');
  await expect(heading(page, failureWords.pageTitle)).toBeVisible();
  await page.getByRole('button', { name: failureWords.tryAgain }).click();
  await expect(heading(page, failureWords.pageTitle)).toBeVisible();
  await page.unroute(isRoot);
  await page.getByRole('link', { name: failureWords.goHome }).click();
  await expect(heading(page, /Good research/)).toBeVisible();
});
