import type { Page } from '@playwright/test';
import { DEMO_PEOPLE } from '@app/demo/people.ts';
import { errorWords } from '@app/words/errors.ts';
import { authWords as words } from '@app/words/auth.ts';
import { verificationWords as verification } from '@app/words/email-verification.ts';
import { failureWords } from '@app/words/failures.ts';
import { validation } from '@app/words/validation.ts';
import { WIDTHS } from '../support/sizes.ts';
import { untilAlive, untilRequestsArrived } from './wait-until.ts';
import { expect, test } from './fixtures.ts';
import { newEmail } from './people.ts';
import { expectRoomForFingers, expectToFitPhone } from './phone.ts';
import { pressTwice, typeAtOnce } from './press.ts';
import { be, SCREEN_PASSWORD, register } from './steps.ts';

const email = (page: Page) => page.getByRole('textbox', { name: words.email, exact: true });
const password = (page: Page, name: string = words.password) => page.getByLabel(name, { exact: true });
const create = (page: Page) => page.getByRole('button', { name: words.createAccount });

async function fillIn(page: Page, who: string, secret = SCREEN_PASSWORD): Promise<void> {
  await page.getByRole('textbox', { name: words.firstName }).fill('Esi');
  await page.getByRole('textbox', { name: words.lastName }).fill('Owusu');
  await email(page).fill(who);
  await password(page).fill(secret);
  await page.getByRole('checkbox').check();
}

test('S-104 S-504 each sign-up requires consent again, and leads to verifying-confirmation', async ({
  visit,
}) => {
  const page = await visit();
  await page.goto('/signup');
  await page.getByRole('checkbox').check();
  await page.getByRole('link', { name: words.ratherParticipantLink }).click();
  await expect(page.getByRole('heading', { name: words.participantSignUpHeading })).toBeVisible();
  await expect(page.getByRole('checkbox')).not.toBeChecked();
  await page.getByRole('checkbox').check();
  await page.goBack();
  await expect(page.getByRole('heading', { name: words.signUpHeading })).toBeVisible();
  await expect(page.getByRole('checkbox')).not.toBeChecked();
  await page.getByRole('checkbox').check();
  await page.goto('/about');
  await page.goBack();
  await expect(page.getByRole('checkbox')).not.toBeChecked();
  for (const path of ['/signup', '/participant-signup']) {
    await register(page, path, { email: newEmail(), firstName: 'Esi', lastName: 'Owusu' });
    await expect(page.getByRole('link', { name: verification.signUpAgain })).toHaveAttribute('href', path);
  }
});

test('S-502 an email is checked while it is typed; a failed check says so and does not block @full', async ({
  visit,
}) => {
  const page = await visit();
  const asked: string[] = [];
  await page.route('**/users/exists-by-email?*', async (route) => {
    asked.push(new URL(route.request().url()).searchParams.get('email') ?? '');
    if (asked.at(-1)?.startsWith('unknowable')) await route.abort();
    else await route.continue();
  });
  await page.goto('/participant-signup');
  await untilAlive(page);
  await fillIn(page, 'abena.participant@demo');
  await typeAtOnce(email(page), '.test');
  await expect(page.getByText(words.emailTaken)).toBeVisible();
  await expect(create(page)).toBeDisabled();
  await expect(page.getByRole('link', { name: words.logInInstead })).toBeVisible();
  // The Enter key must not submit while the button is disabled.
  page.on('request', (request) => expect.soft(request.url()).not.toContain('/users/register/personal'));
  await password(page).press('Enter');
  await expect(email(page)).toBeFocused();

  await email(page).fill('unknowable@example.test');
  await expect(page.getByText(words.emailTaken)).toBeHidden();
  await expect(page.getByText(words.checkFailed)).toBeVisible();
  await expect(create(page)).toBeEnabled();
  await email(page).fill('no address');
  // A check would start with a timer that ends before this one.
  await page.evaluate('new Promise((done) => setTimeout(done, 700))');
  await untilRequestsArrived(page);
  expect(asked).toEqual([DEMO_PEOPLE.abena.email, 'unknowable@example.test']);
});

test('B5 a mistyped domain gets a suggestion, corrected by one press, and never blocks', async ({
  visitByPhone,
}) => {
  const page = await visitByPhone();
  await page.goto('/participant-signup');
  await untilAlive(page);
  await fillIn(page, 'esi@gmial.com');
  const hint = page.getByRole('button', { name: words.didYouMean('gmail.com') });
  await expect(hint).toBeVisible();
  await expect(email(page)).toHaveAccessibleDescription(words.didYouMean('gmail.com'));
  await expect(create(page)).toBeEnabled();
  await expectToFitPhone(page);
  await expectRoomForFingers(page);
  await hint.tap();
  await expect(email(page)).toHaveValue('esi@gmail.com');
  await expect(email(page)).toBeFocused();
  await expect(hint).toBeHidden();
  await email(page).fill('esi@yahoo.con');
  await expect(page.getByRole('button', { name: words.didYouMean('yahoo.com') })).toBeVisible();
  await email(page).fill('esi@gmail.co');
  await expect(page.getByRole('button', { name: /^Did you/ })).toBeHidden();
});

test('B4 D-40 initials and titles are accepted as names, links are not, and numbers must be Ghanaian', async ({
  visitByPhone,
}) => {
  const page = await visitByPhone();
  await page.goto('/participant-signup');
  await untilAlive(page);
  await fillIn(page, newEmail());
  const [first, last] = [words.firstName, words.lastName].map((name) => page.getByRole('textbox', { name }));
  await first!.fill('Dr.Kofi A.');
  await last!.fill('evil.com');
  await last!.blur();
  await expect(last!).toHaveAccessibleDescription(validation.nameLikeLink);
  await expect(create(page)).toBeDisabled();
  await expectToFitPhone(page);
  await last!.fill('St.Clair');
  await expect(create(page)).toBeEnabled();
  const phone = page.getByRole('textbox', { name: words.phoneNumber });
  await phone.fill('024 123 456');
  await phone.blur();
  await expect(phone).toHaveAccessibleDescription(new RegExp(validation.phoneNumber));
  await expect(create(page)).toBeDisabled();
  await phone.fill('024 123 4567');
  await expect(create(page)).toBeEnabled();
});

test('S-502 a browser keeps the cookie of its first check, so that its checks count as one device’s @full', async ({
  visit,
}) => {
  const page = await visit();
  const device = async () =>
    (await page.context().cookies()).find(({ name }) => name === '__Host-device')?.value;
  for (const [width, path] of [
    [360, '/participant-signup'],
    [1280, '/signup'],
  ] as const) {
    const before = await device();
    await page.setViewportSize({ width, height: 740 });
    await page.goto(path);
    await untilAlive(page);
    const answer = page.waitForResponse('**/users/exists-by-email?*');
    await email(page).fill(newEmail());
    expect((await answer).status()).toBe(200);
    await expect.poll(device).toBeDefined();
    if (before !== undefined) expect(await device()).toBe(before);
  }
});

test('S-701 CON-7 a refused password is shown at its field; offline nothing is lost or sent twice', async ({
  visit,
}) => {
  const page = await visit();
  const who = newEmail();
  const keys = new Set<string>();
  page.on('request', (request) => {
    if (request.url().endsWith('/users/register/personal'))
      keys.add(request.headers()['idempotency-key'] ?? '');
  });
  // The check runs after the account exists, and must not prevent another request by its owner.
  const arrived = Promise.withResolvers<void>();
  await page.route('**/users/exists-by-email?**', async (route) => {
    await arrived.promise;
    await route.continue();
  });
  const checked = page.waitForResponse('**/users/exists-by-email?**');
  await page.goto('/signup');
  await fillIn(page, who, 'password123');
  await create(page).click();
  await expect(page.getByText(errorWords.PASSWORD_TOO_COMMON, { exact: true })).toHaveCount(1);
  await expect(password(page)).toBeFocused();
  await expect(password(page)).toHaveAttribute('aria-invalid', 'true');
  await password(page).fill(SCREEN_PASSWORD);
  keys.clear();
  // The request arrives, and its response is lost.
  await page.route(
    '**/users/register/personal',
    async (route) => {
      await route.fetch();
      arrived.resolve();
      await route.abort();
    },
    { times: 1 },
  );
  await create(page).click();
  await expect(page.getByText(failureWords.network)).toBeVisible();
  await expect(email(page)).toHaveValue(who);
  await checked;
  await pressTwice(create(page));
  await expect(page).toHaveURL(/\/verifying-confirmation\//);
  expect(keys.size).toBe(1);
});

test('S-104 a signed-in person can continue or log out first, instead of a blank form @full', async ({
  visit,
}) => {
  for (const width of WIDTHS) {
    const page = await visit();
    await page.setViewportSize({ width, height: 740 });
    await be(page, 'abena');
    for (const path of ['/signup', '/participant-signup']) {
      await page.goto(path);
      await expect(page.getByRole('heading', { level: 1 })).toHaveText(words.signedInHeading('Abena Mensah'));
      await expect(email(page)).toHaveCount(0);
    }
    await page.getByRole('link', { name: words.goOn }).click();
    await expect(page).toHaveURL(/\/dashboard\/browse-studies$/);
    await page.goto('/participant-signup');
    await page.getByRole('button', { name: words.logOutFirst }).click();
    await expect(email(page)).toBeVisible();
    await expect(page).toHaveURL(/\/participant-signup$/);
    expect(await page.evaluate(() => localStorage.getItem('user'))).toBeNull();
  }
});
