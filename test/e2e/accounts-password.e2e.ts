import type { Page } from '@playwright/test';
import { errors, type ErrorCode } from '@app/contracts/errors.ts';
import { errorWords } from '@app/words/errors.ts';
import { changeOwnPassword } from '@app/contracts/identity/account-settings.ts';
import { logIn } from '@app/contracts/identity/sessions.ts';
import { accountWords as words } from '@app/words/accounts.ts';
import { authWords as auth } from '@app/words/auth.ts';
import { demoWords } from '@app/demo/words.ts';
import { failureWords } from '@app/words/failures.ts';
import { partWords } from '@app/words/parts.ts';
import { validation } from '@app/words/validation.ts';
import { callProduct } from './call-product.ts';
import { noticeEndedSession } from './ended-session.ts';
import { pressThroughCuts } from './network-cuts.ts';
import { untilAlive } from './wait-until.ts';
import { expect, test } from './fixtures.ts';
import { goThrough } from './google.ts';
import { logInHere } from './log-in-here.ts';
import { enterAs, newPerson } from './people.ts';
import { expectToFitPhone } from './phone.ts';
import { pressTwice } from './press.ts';
import { SCREEN_PASSWORD } from './steps.ts';
import { GOOGLE_WAITS } from './timers.ts';

const CALL = '**/users/me/password';
const NEW_PASSWORD = 'adinkra symbols 84';
const button = (page: Page, name: string) => page.getByRole('button', { name, exact: true });
const current = (page: Page) => page.getByLabel(words.currentPassword, { exact: true });
const next = (page: Page) => page.getByLabel(words.newPassword, { exact: true });

/** A real refusal of this kind takes a hundred attempts, or a quarter of an hour. */
const refuseOnce = (page: Page, code: ErrorCode, headers: Record<string, string> = {}) =>
  page.route(
    CALL,
    async (route) => {
      const { status } = errors[code];
      const detail = errorWords[code];
      await route.fulfill({
        status,
        headers,
        json: { status, code, detail, content: [{ message: detail }] },
      });
    },
    { times: 1 },
  );

test('S-116 AUTH-9 a changed password logs out other devices; each refusal is shown at its field', async ({
  visit,
  product,
}) => {
  const user = await newPerson(product);
  const [page, other] = [await visit(), await visit()];
  for (const one of [page, other]) {
    await logInHere(one, user);
    await one.goto('/dashboard/accounts');
  }
  await button(page, words.changePassword).click();
  await expect(page.getByText(words.othersLoggedOut)).toBeVisible();
  const save = button(page, words.savePassword);

  await test.step('wrong, too short, too common', async () => {
    await current(page).fill('not my password');
    await next(page).fill('short');
    await expect(next(page)).toHaveAccessibleDescription(new RegExp(validation.minLength(8)));
    await expect(save).toBeDisabled();
    await next(page).fill('password1234');
    await save.click();
    await expect(next(page)).toHaveAccessibleDescription(new RegExp(errorWords.PASSWORD_TOO_COMMON));
    await next(page).fill(NEW_PASSWORD);
    await save.click();
    await expect(current(page)).toHaveAccessibleDescription(new RegExp(validation.currentPassword));
    await expect(current(page)).toBeFocused();
    await page.getByRole('button', { name: partWords.showPassword }).last().click();
    await expect(next(page)).toHaveAttribute('type', 'text');
  });

  await test.step('too many attempts: how long to wait, and how to avoid waiting', async () => {
    await current(page).fill(SCREEN_PASSWORD);
    await refuseOnce(page, 'TOO_MANY_REQUESTS', { 'retry-after': '30' });
    await save.click();
    const alert = page.getByRole('main').getByRole('alert').filter({ hasText: words.waitTitle });
    await expect(alert).toContainText(failureWords.waitAndTryAgain(30, 'second'));
    await refuseOnce(page, 'PASSWORD_LOCKED');
    await save.click();
    await expect(alert).toContainText(errorWords.PASSWORD_LOCKED);
    await expect(alert.getByRole('link')).toHaveAttribute('href', '/forgot-password');
  });

  await test.step('offline or after a lost response nothing is lost, and a double click is one change', async () => {
    const keys = new Set<string | undefined>();
    page.on('request', (request) => {
      if (request.url().endsWith('/users/me/password')) keys.add(request.headers()['idempotency-key']);
    });
    await pressThroughCuts(page, {
      endpoint: changeOwnPassword,
      press: async () => {
        await save.click();
        await expect(page.getByText(failureWords.network)).toContainText(words.passwordMaybeSaved);
      },
      expectKept: () => expect(next(page)).toHaveValue(NEW_PASSWORD),
    });
    await pressTwice(save);
    await expect(page.getByText(words.passwordChanged)).toBeVisible();
    await expect(button(page, words.changePassword)).toBeFocused();
    // The token ended with the other sessions, so the last press may send twice; with one key it is one
    // change.
    expect([...keys]).toEqual([expect.any(String)]);
  });

  await noticeEndedSession(other);
  await expect(other).toHaveURL(/\/login$/);
  await expect(other.getByText(auth.revokedTitle)).toBeVisible();
  await page.reload();
  await expect(page.getByText(words.noOtherDevices)).toBeVisible();
  const body = { email: user.email, password: NEW_PASSWORD };
  expect((await callProduct(product, logIn, { body })).userId).toBe(user.userId);
});

test('requests during a password change stay logged in, in another tab too @full', async ({
  visit,
  product,
  request,
}) => {
  const user = await newPerson(product);
  const page = await visit();
  await logInHere(page, user);
  await page.goto('/dashboard/accounts');
  await button(page, words.changePassword).click();
  await current(page).fill(SCREEN_PASSWORD);
  await next(page).fill(NEW_PASSWORD);
  const [isChanged, isHeard] = [Promise.withResolvers<void>(), Promise.withResolvers<void>()];
  // This request is sent outside the browser, which keeps the old cookie until the response arrives.
  await page.route(CALL, async (route) => {
    const response = await request.fetch(route.request());
    isChanged.resolve();
    await isHeard.promise;
    await route.fulfill({ response });
  });
  await button(page, words.savePassword).click();
  await isChanged.promise;
  const tab = await visit(page);
  await tab.goto('/dashboard/accounts');
  const waiting = async () => (await navigator.locks.query()).pending?.length;
  await expect.poll(() => tab.evaluate(waiting)).toBeGreaterThan(0);
  isHeard.resolve();
  await expect(page.getByText(words.passwordChanged)).toBeVisible();
  for (const one of [page, tab]) {
    await expect(button(one, words.changePassword)).toBeVisible();
    await one.reload();
    await expect(one.getByText(words.noOtherDevices)).toBeVisible();
  }
});

test('AUTH-10 a person without a password or another log-in sets one by an email @full', async ({
  visitByPhone,
  product,
}) => {
  const user = await newPerson(product, 'PARTICIPANT');
  const { email } = user;
  const page = await visitByPhone();
  // People whose email was verified on an earlier version have such an account.
  await page.route('**/users/me/account', async (route) => {
    const { content } = (await (await route.fetch()).json()) as { content: object };
    await route.fulfill({ json: { content: { ...content, hasPassword: false, hasGoogle: false } } });
  });
  await enterAs(page, user, '/dashboard/accounts#security');
  await button(page, words.setPassword).tap();
  await expect(page.getByText(words.firstPasswordText)).toBeVisible();
  await next(page).fill(NEW_PASSWORD);
  await refuseOnce(page, 'LOG_IN_AGAIN');
  await button(page, words.savePassword).tap();
  await expect(button(page, words.logInAgain)).toHaveCount(0);
  const asked = page.waitForRequest('**/users/reset-password');
  await button(page, words.passwordByEmail).tap();
  expect((await asked).postDataJSON()).toEqual({ email });
  await expect(page.getByText(words.passwordEmailSent(email))).toBeVisible();
  await expectToFitPhone(page);
});

test('S-116 a Google user sets a first password after a new log-in, and returns to the same page @full', async ({
  visit,
}) => {
  const page = await visit();
  await page.context().addInitScript(GOOGLE_WAITS);
  await page.goto('/signup');
  await untilAlive(page);
  await goThrough(page, demoWords.signInAs('Adwoa'));
  await expect(page).toHaveURL(/\/dashboard\/projects$/);
  await page.goto('/dashboard/accounts#security');
  await button(page, words.setPassword).click();
  await expect(page.getByText(words.firstPasswordBesideGoogle)).toBeVisible();
  await expect(current(page)).toBeHidden();
  await next(page).fill(NEW_PASSWORD);
  const asked = page.waitForRequest(CALL);
  await refuseOnce(page, 'LOG_IN_AGAIN');
  await button(page, words.savePassword).click();
  expect((await asked).postDataJSON()).toEqual({ password: NEW_PASSWORD });
  await expect(page.getByText(words.logInAgainText)).toBeVisible();

  await page.evaluate(() => localStorage.setItem('organization', '{"companyName":"Begun"}'));
  await button(page, words.logInAgain).click();
  await expect(page).toHaveURL(/\/login$/);
  await untilAlive(page);
  await goThrough(page, demoWords.signInAs('Adwoa'));
  await expect(page).toHaveURL(/\/dashboard\/accounts#security$/);
  await expect(button(page, words.setPassword)).toBeVisible();
  expect(await page.evaluate(() => localStorage.getItem('organization'))).toContain('Begun');
});
