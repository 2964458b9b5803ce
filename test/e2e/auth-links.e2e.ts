import type { Page } from '@playwright/test';
import { DEMO_PEOPLE } from '@app/demo/people.ts';
import { errorWords } from '@app/words/errors.ts';
import { authWords as words } from '@app/words/auth.ts';
import { partWords } from '@app/words/parts.ts';
import { verificationWords as verification } from '@app/words/email-verification.ts';
import { untilAlive, untilRequestsArrived } from './wait-until.ts';
import { expect, linkInEmail, test } from './fixtures.ts';
import { newPerson, registerHere, registerUnverified } from './people.ts';
import { expectToFitPhone } from './phone.ts';
import { SCREEN_PASSWORD } from './steps.ts';

const password = (page: Page, name: string = words.password) => page.getByLabel(name, { exact: true });
const email = (page: Page) => page.getByRole('textbox', { name: words.email, exact: true });

test('S-105 S-504 each variant of the verification screen resends its email, and confirms it @full', async ({
  visit,
  product,
}) => {
  const page = await visit();
  const who = await registerUnverified(product);
  const again = page.getByRole('button', { name: verification.resend });
  const dialog = page.getByRole('dialog', { name: verification.sentTitle });
  await page.goto('/forgot-password');
  await untilAlive(page);
  await email(page).fill(who);
  await email(page).press('Enter');
  await expect(page).toHaveURL(/\/forgot-password\/.+/);
  for (const path of [
    `/forgot-password/${who}`,
    `/verifying-confirmation/${who}`,
    `/verification-failed/${who}`,
  ]) {
    await page.goto(path);
    await expect(page.getByRole('main')).toContainText(who);
    if (path.startsWith('/verifying'))
      await expect(page.getByRole('link', { name: verification.logIn })).toHaveAttribute('href', '/login');
    await again.click();
    await expect(dialog).toBeVisible();
    await expect(page.getByText(verification.sentAgain)).toBeVisible();
  }
  await dialog.getByRole('button', { name: verification.gotIt }).click();
  await expect(again).toBeFocused();

  let posts = 0;
  page.on('request', (request) => (posts += Number(request.method() === 'POST')));
  await page.goto('/verifying-confirmation/no-address');
  await again.click();
  await untilRequestsArrived(page);
  await expect(dialog).toBeHidden();
  await page.goto('/verification-failed');
  await email(page).fill('no address');
  await expect(again).toBeDisabled();
  await untilRequestsArrived(page);
  expect(posts).toBe(0);
  await page.goto('/verification-success/1');
  await page.getByRole('link', { name: verification.logIn }).click();
  await expect(page).toHaveURL(/\/login$/);
});

test('S-106 a verification link signs in once, and then says that the email is verified', async ({
  visit,
  product,
}) => {
  const page = await visit();
  const link = await linkInEmail(product, await registerHere(page), '/verify-email/');
  await page.route('**/users/verify-email', (route) => route.abort(), { times: 1 });
  await page.goto(link);
  await page.getByRole('button', { name: words.tryAgain }).click();
  await expect(page.getByText(words.verified)).toBeVisible();
  await expect(page).toHaveURL(/\/dashboard\/projects$/);
  expect(await page.evaluate(() => localStorage.getItem('user'))).toContain('"firstName":"Esi"');
  const other = await visit();
  await other.goto(link);
  await expect(other).toHaveURL(/\/verification-success\//);
  await expect(other.getByRole('heading', { name: verification.success.heading })).toBeVisible();
  await expect(other.getByRole('link', { name: verification.logIn })).toBeVisible();
});

test('AUTH-10 a verification link in another browser waits for a new password, and drops a stranger’s', async ({
  visit,
  visitByPhone,
  product,
}) => {
  const [strangers, page] = [await visit(), await visitByPhone()];
  const who = await registerHere(strangers, 'PARTICIPANT');
  const link = await linkInEmail(product, who, '/verify-email/');
  const tab = await visit(page);
  for (const one of [page, tab]) {
    await one.goto(link);
    await expect(one.getByRole('heading', { name: words.choosePasswordHeading })).toBeFocused();
  }
  await expect(page.getByRole('button', { name: words.finishSignUp })).toBeDisabled();
  await expect(password(page)).toHaveAttribute('autocomplete', 'new-password');
  await page.getByRole('button', { name: partWords.showPassword }).tap();
  await expect(password(page)).toHaveAttribute('type', 'text');
  await expectToFitPhone(page);
  expect(await page.evaluate(() => localStorage.getItem('user'))).toBeNull();

  await password(page).fill('password123');
  await password(page).press('Enter');
  await expect(page.getByText(errorWords.PASSWORD_TOO_COMMON, { exact: true })).toBeVisible();
  await password(page).fill('quite another phrase');
  await page.getByRole('button', { name: words.finishSignUp }).tap();
  await expect(page.getByText(words.verified)).toBeVisible();
  await expect(page).toHaveURL(/\/dashboard\/browse-studies$/);
  await password(tab).fill('a third phrase 57');
  await password(tab).press('Enter');
  await expect(tab).toHaveURL(/\/verification-success\//);

  await strangers.goto(link);
  await expect(strangers).toHaveURL(/\/verification-success\//);
  await strangers.goto('/login');
  await email(strangers).fill(who);
  await password(strangers).fill(SCREEN_PASSWORD);
  await password(strangers).press('Enter');
  await expect(strangers.getByText(errorWords.WRONG_CREDENTIALS)).toBeVisible();
});

test('S-107 a reset link sets a new password once, and hides its token', async ({ visit, product }) => {
  const { email: who } = await newPerson(product);
  const page = await visit();
  await page.goto('/forgot-password');
  await email(page).fill(who);
  await page.getByRole('button', { name: words.sendLink }).click();
  const link = await linkInEmail(product, who, '/reset-password/');
  await page.goto(link);
  const field = password(page, words.newPassword);
  await expect(field).toHaveAttribute('autocomplete', 'new-password');
  await expect(page).toHaveURL(/\/reset-password\/[^?]+$/);
  await field.fill('password123');
  await field.press('Enter');
  await expect(page.getByText(errorWords.PASSWORD_TOO_COMMON, { exact: true })).toBeVisible();
  await field.fill('quite another phrase');
  await field.press('Enter');
  await expect(page.getByText(words.passwordChanged)).toBeVisible();
  await email(page).fill(who);
  await password(page).fill('quite another phrase');
  await password(page).press('Enter');
  await expect(page).toHaveURL(/\/dashboard\/projects$/);

  await page.goto(link);
  await expect(page.getByRole('heading', { name: words.linkDeadHeading })).toBeFocused();
  await expect(field).toHaveCount(0);
});

test('S-107 a reset link is checked before input; if the check fails, sending it decides @full', async ({
  visit,
}) => {
  const page = await visit();
  const field = password(page, words.newPassword);
  const answered = Promise.withResolvers<void>();
  const linkChecks = '**/users/update-password/*';
  await page.route(linkChecks, async (route) => {
    await answered.promise;
    await route.abort();
  });
  await page.goto(`/reset-password/${DEMO_PEOPLE.kojo.userId}?token=unknown`);
  await expect(page.getByText(words.checkingLink)).toBeVisible();
  await expect(field).toHaveCount(0);
  answered.resolve();
  await field.fill('yet another phrase');
  await page.unroute(linkChecks);
  await field.press('Enter');
  await expect(page.getByRole('heading', { name: words.linkDeadHeading })).toBeFocused();
});
