import type { Page } from '@playwright/test';
import { IDENTITY_BASE } from '@app/contracts/bases.ts';
import { DEMO_PEOPLE } from '@app/demo/people.ts';
import { errors } from '@app/contracts/errors.ts';
import { errorWords } from '@app/words/errors.ts';
import { demoWords } from '@app/demo/words.ts';
import { failureWords } from '@app/words/failures.ts';
import { googleWords as words } from '@app/words/google.ts';
import { untilAlive } from './wait-until.ts';
import { expect, test } from './fixtures.ts';
import { chooseGoogleAccount, goThrough, googleButton, openGoogle } from './google.ts';
import { GOOGLE_WAITS } from './timers.ts';

const CALL = `**${IDENTITY_BASE}/auth/login/oauth2/authorization/google*`;
/**
 * Simulates a new browser. This uses a page outside the app: a page whose session ends navigates by itself at
 * the same moment.
 */
async function forget(page: Page): Promise<void> {
  await page.goto('/robots.txt');
  await page.context().clearCookies();
  await page.evaluate('localStorage.clear()');
}

test('S-503 every failure of a Google sign-in is explained, with a way to continue @full', async ({
  visit,
}) => {
  const page = await visit();
  await page.context().addInitScript(GOOGLE_WAITS);
  await page.goto('/login');
  await untilAlive(page);
  const refusals = [
    ['kwesi', 'Kwesi', errorWords.GOOGLE_ACCOUNT_UNKNOWN],
    ['esi', 'Esi', errorWords.GOOGLE_EMAIL_NOT_VERIFIED],
    ['kojo', DEMO_PEOPLE.kojo.firstName, errorWords.GOOGLE_ACCOUNT_EXISTS],
  ] as const;
  for (const [key, name, detail] of refusals) {
    await goThrough(page, demoWords.signInAs(name));
    await expect(page.getByText(detail), key).toBeVisible();
  }
  await goThrough(page, demoWords.google.cancel);
  await expect(page.getByText(words.cancelled)).toBeVisible();

  const left = await openGoogle(page);
  // This text is shown only until the window is assumed closed.
  await expect(page.getByText(words.goOnThere)).toBeVisible();
  await left.close();
  await expect(page.getByText(words.closed)).toBeVisible();

  await goThrough(page, demoWords.signInAs('Kwesi'));
  await page.getByRole('link', { name: words.takePart }).last().click();
  await expect(page).toHaveURL(/\/participant-signup$/);
  await goThrough(page, demoWords.signInAs(DEMO_PEOPLE.kojo.firstName));
  await page.getByRole('link', { name: words.logInByPassword }).click();
  await expect(page).toHaveURL(/login$/);
  expect(await page.evaluate(() => localStorage.length)).toBe(0);
});

test('S-503 D-26 Google signs up a researcher and a participant, and logs them in afterwards', async ({
  visit,
}) => {
  const page = await visit();
  await page.context().addInitScript(GOOGLE_WAITS);
  for (const [path, name, landing] of [
    ['/signup', 'Adwoa', /\/dashboard\/projects$/],
    ['/participant-signup', 'Kwesi', /\/dashboard\/browse-studies$/],
  ] as const) {
    await page.goto(path);
    await untilAlive(page);
    await expect(page.getByText(words.agreeBefore)).toBeVisible();
    await goThrough(page, demoWords.signInAs(name));
    await expect(page).toHaveURL(landing);
    await forget(page);
    await page.goto('/login');
    await untilAlive(page);
    await goThrough(page, demoWords.signInAs(name));
    await expect(page).toHaveURL(landing);
    await forget(page);
  }
});

test('S-503 Google sign-in continues in the same tab if the browser opens no windows @full', async ({
  visit,
}) => {
  const page = await visit();
  await page.addInitScript('window.open = () => null');
  await page.goto('/login');
  await untilAlive(page);
  await googleButton(page).click();
  await expect(page.getByText(words.blocked)).toBeVisible();
  await page.getByRole('button', { name: words.goOnHere }).click();
  await chooseGoogleAccount(page, demoWords.signInAs(DEMO_PEOPLE.abena.firstName));
  await expect(page).toHaveURL(/\/dashboard\/browse-studies$/);
});

test('S-503 without channels between windows, storage reports the result; a lost connection is retried @full', async ({
  visit,
}) => {
  const page = await visit();
  await page.context().addInitScript(GOOGLE_WAITS);
  await page.context().addInitScript(() => {
    Reflect.deleteProperty(globalThis, 'BroadcastChannel');
  });
  await page.goto('/login');
  await untilAlive(page);
  await goThrough(page, demoWords.google.cancel);
  await expect(page.getByText(words.cancelled)).toBeVisible();
  const popup = await openGoogle(page);
  await page.context().route(CALL, (route) => route.abort(), { times: 1 });
  await chooseGoogleAccount(popup, demoWords.signInAs(DEMO_PEOPLE.abena.firstName));
  await expect(popup.getByText(failureWords.network)).toBeVisible();
  await expect(popup).toHaveURL(/^[^?]*$/);
  const closed = popup.waitForEvent('close');
  await popup.getByRole('button', { name: words.tryAgain }).click();
  await closed;
  await expect(page).toHaveURL(/\/dashboard\/browse-studies$/);
});

test('S-503 if Google is not offered or not available, the page says so @full', async ({ visit }) => {
  const page = await visit();
  const answer = (code: 'GOOGLE_NOT_OFFERED' | 'UNAVAILABLE') =>
    page.context().route(
      CALL,
      async (route) => {
        const { status } = errors[code];
        const detail = errorWords[code];
        await route.fulfill({ status, json: { status, code, detail, content: [{ message: detail }] } });
      },
      { times: 1 },
    );
  await page.goto('/login');
  await untilAlive(page);
  for (const code of ['UNAVAILABLE', 'GOOGLE_NOT_OFFERED'] as const) {
    await answer(code);
    await googleButton(page).click();
    await expect(page.getByText(errorWords[code])).toBeVisible();
  }
  await expect(googleButton(page)).toBeHidden();
  // A window that a page closes disappears a moment later.
  await expect.poll(() => page.context().pages().length).toBe(1);
});
