import { paths } from '@app/contracts/web-paths.ts';
import { openStudiesWords } from '@app/words/open-studies.ts';
import type { Page, Route } from '@playwright/test';
import { IDENTITY_BASE } from '@app/contracts/bases.ts';
import { DEMO_PASSWORD, DEMO_PEOPLE } from '@app/demo/people.ts';
import { errors } from '@app/contracts/errors.ts';
import { errorWords } from '@app/words/errors.ts';
import { logIn as logInCall } from '@app/contracts/identity/sessions.ts';
import { authWords as words } from '@app/words/auth.ts';
import { verificationWords } from '@app/words/email-verification.ts';
import { failureWords } from '@app/words/failures.ts';
import { partWords } from '@app/words/parts.ts';
import { shellWords as shell } from '@app/words/shell.ts';
import { untilAlive } from './wait-until.ts';
import { expect, test } from './fixtures.ts';
import { registerUnverified } from './people.ts';
import { pressTwice } from './press.ts';
import { SCREEN_PASSWORD, be } from './steps.ts';

const email = (page: Page) => page.getByRole('textbox', { name: words.email, exact: true });
const password = (page: Page) => page.getByLabel(words.password, { exact: true });
const submit = (page: Page) => page.getByRole('button', { name: words.logIn, exact: true });

async function fillIn(page: Page, who: string, secret: string): Promise<void> {
  await email(page).fill(who);
  await password(page).fill(secret);
}

test('S-701 S-704 log-in explains missing, wrong, rate-limited and offline input, and keeps the input', async ({
  visit,
}) => {
  const page = await visit();
  await page.goto('/login');
  await untilAlive(page);
  await email(page).fill('no address');
  await email(page).press('Enter');
  await expect(page.getByRole('alert').filter({ hasText: words.toCorrect(2) })).toBeAttached();
  await expect(email(page)).toBeFocused();
  await password(page).press('CapsLock');
  await fillIn(page, DEMO_PEOPLE.kojo.email, 'not the password');
  await page.getByRole('button', { name: 'Show password' }).click();
  await expect(password(page)).toHaveAttribute('type', 'text');

  const answered = page.waitForResponse(`**${IDENTITY_BASE}${logInCall.path}`);
  await submit(page).click();
  const wrong = page.getByText(errorWords.WRONG_CREDENTIALS);
  // The log has the full id, so its last characters find the call.
  const requestId = (await (await answered).headerValue('x-request-id')) ?? '';
  await expect(wrong).toHaveText(
    failureWords.withReference(errorWords.WRONG_CREDENTIALS, requestId.slice(-8)),
  );
  await expect(password(page)).toBeFocused();

  const { status } = errors.TOO_MANY_REQUESTS;
  const detail = errorWords.TOO_MANY_REQUESTS;
  const tooOften = { status, code: 'TOO_MANY_REQUESTS', detail, content: [{ message: detail }] };
  const suspended = {
    status: errors.ACCOUNT_SUSPENDED.status,
    code: 'ACCOUNT_SUSPENDED',
    detail: errorWords.ACCOUNT_SUSPENDED,
    content: [],
  };
  // One route serves all of these, because a browser applies routing and offline commands at different times.
  const answers = [
    (route: Route) => route.fulfill({ status, headers: { 'retry-after': '250' }, json: tooOften }),
    (route: Route) => route.fulfill({ status: suspended.status, json: suspended }),
    (route: Route) => route.abort('internetdisconnected'),
  ];
  await page.route(`**${IDENTITY_BASE}${logInCall.path}`, async (route) => {
    const answer = answers.shift();
    await (answer ? answer(route) : route.continue());
  });
  await submit(page).click();
  const wait = page.getByText(failureWords.waitAndTryAgain(5, 'minute'));
  await expect(wait).toHaveCount(1);
  await expect(page.getByRole('alert').filter({ has: wait })).toBeVisible();
  await expect(wrong).toBeHidden();

  await submit(page).click();
  const refusal = page.getByRole('alert').filter({ hasText: errorWords.ACCOUNT_SUSPENDED });
  await expect(refusal.getByRole('heading', { name: words.suspendedTitle })).toBeVisible();
  await expect(refusal.getByRole('link', { name: words.contactUs })).toHaveAttribute('href', '/contact-us');

  await submit(page).click();
  await expect(page.getByText(failureWords.network)).toBeVisible();
  await expect(refusal).toBeHidden();
  await expect(email(page)).toHaveValue(DEMO_PEOPLE.kojo.email);
  await password(page).fill(DEMO_PASSWORD);
  await pressTwice(submit(page));
  await expect(page).toHaveURL(/\/dashboard\/projects$/);
});

test('S-504 an unverified person who logs in can have the email sent again', async ({ visit, product }) => {
  const who = await registerUnverified(product);
  const page = await visit();
  await page.goto('/login');
  await fillIn(page, who, SCREEN_PASSWORD);
  await submit(page).click();
  await expect(page.getByText(words.notVerifiedTitle)).toBeVisible();
  await page.getByRole('button', { name: verificationWords.resend }).click();
  await expect(page).toHaveURL(new RegExp(`/verifying-confirmation/${encodeURIComponent(who)}|${who}`));
  await expect(page.getByRole('dialog', { name: verificationWords.sentTitle })).toBeVisible();
  await expect(page.getByText(verificationWords.sentAgain)).toBeVisible();
});

test('D-23 a browser that lost the token but not the cookie stays signed in; a logged-out one does not @full', async ({
  visit,
}) => {
  const page = await visit();
  await be(page, 'efua');
  for (const loss of ['localStorage.clear()', `localStorage.setItem('user', '{"role":"RESEARCHER"}')`]) {
    await page.evaluate(loss);
    await page.goto('/dashboard/help');
    await expect(page.getByRole('heading', { level: 1, name: /help/i })).toBeVisible();
  }
  await page.evaluate(`localStorage.setItem('user', '{}')`);
  await page.goto('/login');
  await expect(page).toHaveURL(/\/dashboard\/projects$/);

  await page.route('**/auth/logout', (route) => route.abort(), { times: 1 });
  await page.getByRole('button', { name: 'Logout' }).first().click();
  await expect(page).toHaveURL(/\/$/);
  for (let visits = 0; visits < 2; visits += 1) {
    await page.goto('/dashboard/help');
    await expect(page).toHaveURL(/\/$/);
  }
  // Only the address is stored, for the next person who logs in.
  expect(await page.evaluate(() => JSON.stringify(localStorage))).toBe('{"sentPage":"/dashboard/help"}');
});

const refuse = (store: string) =>
  `Object.defineProperty(window, '${store}', { configurable: true, get() { throw new DOMException('', 'SecurityError') } });`;
const brokenStorages = {
  'is full': `Storage.prototype.setItem = () => { throw new DOMException('', 'QuotaExceededError') };`,
  'is blocked': refuse('localStorage') + refuse('sessionStorage'),
  'is missing': `Object.defineProperty(window, 'localStorage', { configurable: true, value: null });`,
};

for (const [how, script] of Object.entries(brokenStorages)) {
  test(`S-701 a browser whose storage ${how} shows a notice, and log-in works anyway`, async ({
    browser,
    product,
  }) => {
    // This context does not count errors: the router's inline script, which restores a scroll position,
    // throws there.
    const context = await browser.newContext({ baseURL: product.url });
    await context.addInitScript(script);
    const page = await context.newPage();
    const warning = page.getByRole('status').filter({ hasText: partWords.keepsNothing });
    await page.goto('/login');
    await untilAlive(page);
    await expect(warning).toBeVisible();
    await fillIn(page, DEMO_PEOPLE.abena.email, DEMO_PASSWORD);
    await submit(page).click();
    await expect(page).toHaveURL(/\/dashboard\/browse-studies$/);
    await expect(warning).toBeVisible();
    await page.getByRole('link', { name: shell.myStudies }).first().click();
    await expect(page).toHaveURL(/\/dashboard\/studies$/);
    // The page's data is lost, but the cookie is not.
    await page.reload();
    await expect(page).toHaveURL(/\/dashboard\/studies$/);
    await context.close();
  });
}

test('S-213 a log-out leaves nothing in a full storage', async ({ browser, product }) => {
  const context = await browser.newContext({ baseURL: product.url });
  const page = await context.newPage();
  await be(page, 'abena');
  await page.evaluate(() => localStorage.setItem('setupStage', '"payment"'));
  await page.addInitScript(brokenStorages['is full']);
  await page.goto('/dashboard/studies');
  await page.getByRole('button', { name: 'Logout' }).first().click();
  await expect(page).toHaveURL(/\/$/);
  await page.reload();
  const otherTab = await context.newPage();
  await otherTab.goto('/contact-us');
  expect(await otherTab.evaluate(() => Object.keys(localStorage))).toEqual([]);
  await context.close();
});

test('S-701 a browser that refuses cookies shows a notice; one that accepts them shows none', async ({
  newContext,
}) => {
  for (const refuses of [true, false]) {
    const context = await newContext();
    await context.addInitScript(
      `Object.defineProperty(navigator, 'cookieEnabled', { get: () => ${!refuses} })`,
    );
    const page = await context.newPage();
    await page.goto('/signup');
    await untilAlive(page);
    await expect(page.getByText(partWords.keepsNothing)).toHaveCount(refuses ? 1 : 0);
  }
});

test('S-102 without scripts, a form says in one sentence that it needs them', async ({ newContext }) => {
  const context = await newContext({ javaScriptEnabled: false });
  const page = await context.newPage();
  for (const path of ['/login', '/participant-login', '/signup', '/participant-signup', '/forgot-password']) {
    await page.goto(path);
    await expect(page.locator('main noscript p')).toHaveText(partWords.needsScript);
    await expect(page.locator('main noscript p')).toBeVisible();
  }
  // Only scripts render these pages; links of emails and of friends lead there.
  for (const path of [
    '/login/code',
    '/dashboard/studies',
    `/dashboard/study-apply/${crypto.randomUUID()}?from=link`,
  ]) {
    await page.goto(path);
    const noScript = page.locator('noscript');
    await expect(noScript.locator('p')).toHaveText(partWords.needsScript);
    await expect(noScript.locator(`a[href="${paths.contact}"]`)).toBeVisible();
    await noScript.locator(`a[href="${paths.openStudies}"]`).click();
    await expect(page.getByRole('heading', { level: 1, name: openStudiesWords.heading })).toBeVisible();
  }
  await page.goto('/');
  await expect(page.locator('noscript')).toHaveCount(0);
});
