import { submitUserInformation } from '@app/contracts/identity/profiles.ts';
import { REFRESH_COOKIE } from '@app/contracts/identity/sessions.ts';
import { authWords as auth } from '@app/words/auth.ts';
import { guardWords } from '@app/words/guards.ts';
import { choiceWords } from '@app/words/choices.ts';
import { participantSetupWords as words } from '@app/words/participant-setup.ts';
import { partWords } from '@app/words/parts.ts';
import { profileChoiceWords as choices } from '@app/words/profile-choices.ts';
import { validation } from '@app/words/validation.ts';
import { profileBody } from '../support/people.ts';
import { WIDTHS } from '../support/sizes.ts';
import { callProduct } from './call-product.ts';
import { pressThroughCuts } from './network-cuts.ts';
import { expect, test } from './fixtures.ts';
import { logInHere } from './log-in-here.ts';
import { enterAs, newPerson } from './people.ts';
import { pressTwice } from './press.ts';
import {
  setupButton,
  choose,
  done,
  field,
  group,
  heading,
  keptKeys,
  keptStages,
  list,
  openKept,
  sentBy,
  SETUP,
  typeNumber,
} from './participant-setup-fixtures.ts';
import { SCREEN_PASSWORD } from './steps.ts';
import { writeItems } from './stored-items.ts';

test('S-401 input survives a reload, another tab, the phone’s Back and the page’s Back @full', async ({
  visitByPhone,
  visit,
  product,
}) => {
  const page = await visitByPhone();
  await enterAs(page, await newPerson(product, 'PARTICIPANT'), '/dashboard/browse-studies');
  const getStarted = page.getByRole('link', { name: 'Get started', exact: true });
  await getStarted.tap();
  await expect(heading(page, 'demographics')).toBeVisible();
  await page.goBack();
  await expect(page).toHaveURL(/\/dashboard\/browse-studies$/);
  await getStarted.tap();
  await field(page, words.day).fill('18');
  await list(page, words.month).selectOption('April');
  // An incomplete date is no error before the field is left.
  await expect(page.getByText(validation.dateOfBirth)).toBeHidden();
  await page.reload();
  await expect(field(page, words.day)).toHaveValue('18');
  await expect(list(page, words.month)).toHaveValue('04');
  await field(page, words.city).fill('Kumasi');
  await field(page, words.year).focus();
  await field(page, words.year).blur();
  await expect(page.getByText(validation.dateOfBirth)).toBeVisible();
  await field(page, words.year).fill('1996');
  await expect(page.getByText(validation.dateOfBirth)).toBeHidden();
  await choose(group(page, words.gender), 'Others');
  for (const name of [words.education, words.region]) await list(page, name).selectOption({ index: 2 });
  await choose(group(page, words.annualHouseholdIncome), choiceWords.annualHouseholdIncome.LESS_THAN_10000);
  await setupButton(page, words.next).tap();

  await expect(heading(page, 'employment')).toBeFocused();
  await list(page, words.employmentStatus).selectOption(choices.employmentStatus.FREELANCER);
  await list(page, words.jobRole).selectOption(choices.jobRole.FARMING_FISHING);
  await page.goBack();
  await expect(heading(page, 'demographics')).toBeFocused();
  await expect(field(page, words.city)).toHaveValue('Kumasi');
  await setupButton(page, words.next).tap();
  await expect(list(page, words.jobRole)).toHaveValue('FARMING_FISHING');

  const otherTab = await visit(page);
  await otherTab.goto(SETUP);
  await expect(heading(otherTab, 'employment')).toBeVisible();
  await expect(list(otherTab, words.jobRole)).toHaveValue('FARMING_FISHING');
  await otherTab.close();

  await setupButton(page, words.backTo(words.stages.demographics.name)).tap();
  await expect(heading(page, 'demographics')).toBeFocused();
  await page.goto(SETUP);
  await expect(heading(page, 'demographics')).toBeVisible();
  // An address opens a stage, but none beyond the completed ones.
  await page.goto(`${SETUP}?step=4`);
  await expect(heading(page, 'employment')).toBeVisible();
  await setupButton(page, words.backTo(words.stages.demographics.name)).tap();
  await expect(heading(page, 'demographics')).toBeVisible();
  await setupButton(page, words.backTo(words.toBrowse)).tap();
  await expect(page).toHaveURL(/\/dashboard\/browse-studies$/);
});

test('S-401 a session that ends during the set-up loses nothing: log-in leads back to the input @full', async ({
  visit,
  product,
}) => {
  const page = await visit();
  const user = await newPerson(product, 'PARTICIPANT');
  await logInHere(page, user);
  await writeItems(page, keptStages);
  await page.goto(`${SETUP}?step=4`);
  await field(page, words.accountName).fill('Typed before the end');
  await typeNumber(page);
  // A browser deletes an expired cookie.
  await page.context().clearCookies({ name: REFRESH_COOKIE });
  await page.evaluate(() => {
    const stored = JSON.parse(localStorage.getItem('user')!) as object;
    localStorage.setItem('user', JSON.stringify({ ...stored, token: 'of a session that is over' }));
  });
  await setupButton(page, words.submit).click();
  await expect(page.getByText(auth.endedTitle)).toBeVisible();
  await page.getByRole('textbox', { name: auth.email }).fill(user.email);
  await page.getByLabel(auth.password, { exact: true }).fill(SCREEN_PASSWORD);
  await setupButton(page, auth.logIn).click();
  await expect(heading(page, 'payment')).toBeVisible();
  await expect(field(page, words.accountName)).toHaveValue('Typed before the end');
  await typeNumber(page);
  await setupButton(page, words.submit).click();
  await expect(done(page)).toBeVisible();
});

test('S-401 the mobile-money number is never stored on the device, and the stage says so', async ({
  visit,
  product,
}) => {
  for (const width of WIDTHS) {
    const page = await visit();
    await page.setViewportSize({ width, height: 740 });
    await openKept(page, await newPerson(product, 'PARTICIPANT'), { ...keptStages, setupPayment: null });
    const number = field(page, words.phoneNumber);
    await expect(number).toHaveAccessibleDescription(words.phoneNumberNotKept);
    await typeNumber(page, '024 123 4567');
    await choose(group(page, words.provider), choices.provider.MTN);
    await field(page, words.accountName).fill('Esi Person');
    const storedDrafts = () =>
      page.evaluate(() => JSON.stringify([localStorage, sessionStorage].map(Object.entries)));
    await expect.poll(storedDrafts).toContain('Esi Person');
    expect(await storedDrafts()).not.toMatch(/123 ?4567/);
    await page.reload();
    await expect(field(page, words.accountName)).toHaveValue('Esi Person');
    await expect(number).toHaveValue('');
    await expect(setupButton(page, words.submit)).toBeDisabled();
    expect(await storedDrafts()).not.toMatch(/123 ?4567/);
  }
});

test('S-401 after a lost connection, a lost response or a double click it is sent once, and kept until then @full', async ({
  visit,
  product,
}) => {
  const page = await visit();
  const user = await newPerson(product, 'PARTICIPANT');
  const keys = new Set<string | undefined>();
  let arrived = 0;
  page.on('request', (request) => {
    if (request.method() === 'POST' && request.url().endsWith('/user-information')) {
      keys.add(request.headers()['idempotency-key']);
      arrived += 1;
    }
  });
  await openKept(page, user);
  await typeNumber(page);
  await pressThroughCuts(page, {
    endpoint: submitUserInformation,
    press: () => setupButton(page, words.submit).click(),
    expectKept: async () => {
      await expect(field(page, words.phoneNumber)).toHaveValue('024 123 4567');
      await expect(setupButton(page, words.submit)).toBeEnabled();
      expect(await keptKeys(page)).toEqual(expect.arrayContaining(Object.keys(keptStages)));
    },
  });
  await pressTwice(setupButton(page, words.submit));
  await expect(done(page)).toBeVisible();
  // The first attempt never left the phone, the second lost its response.
  expect([arrived, keys.size]).toEqual([3, 1]);
  await expect.poll(() => keptKeys(page)).toEqual([]);
  const { userId, ...sent } = profileBody(user.userId);
  const payment = { ...sent.payment, phoneNumber: '+233 •• ••• 4567' };
  expect(await sentBy(product, user)).toEqual({ userId, ...sent, payment });
});

test('S-401 a value of an earlier stage that the server refuses is shown at its field @full', async ({
  visit,
  product,
}) => {
  const page = await visit();
  const user = await newPerson(product, 'PARTICIPANT');
  // The clock of this phone is wrong by twenty years.
  await page.clock.setFixedTime(Date.now() + 20 * 365 * 86_400_000);
  const tooYoung = {
    ...keptStages.setupDemographic,
    dateOfBirth: `${new Date().getUTCFullYear() - 10}-05-01`,
  };
  const oddNumber = '024123456a';
  await openKept(page, user, { ...keptStages, setupDemographic: tooYoung });
  await typeNumber(page, oddNumber);
  await setupButton(page, words.submit).click();
  await expect(heading(page, 'demographics')).toBeVisible();
  await expect(page.getByText(validation.adultsOnly)).toBeVisible();
  await field(page, words.year).fill('1996');
  await expect(page.getByText(validation.adultsOnly)).toBeHidden();
  for (const stage of ['employment', 'technical-details', 'payment'] as const) {
    await setupButton(page, words.next).click();
    await expect(heading(page, stage)).toBeFocused();
  }
  await typeNumber(page, oddNumber);
  await setupButton(page, words.submit).click();
  const number = field(page, words.phoneNumber);
  await expect(number).toHaveAccessibleDescription(new RegExp(validation.phoneNumber));
  await expect(number).toBeFocused();
  await number.fill('020 123 4567');
  await setupButton(page, words.submit).click();
  await expect(done(page)).toBeVisible();
  expect((await sentBy(product, user)).demographic.dateOfBirth).toMatch(/^1996-/);
});

test('S-401 after one tab submits, the other says so; after another device does, the press says so @full', async ({
  visit,
  product,
}) => {
  const page = await visit();
  const user = await newPerson(product, 'PARTICIPANT');
  await openKept(page, user);
  const otherTab = await visit(page);
  await otherTab.goto(`${SETUP}?step=2`);
  await expect(heading(otherTab, 'employment')).toBeVisible();
  await typeNumber(page);
  await setupButton(page, words.submit).click();
  for (const tab of [page, otherTab]) await expect(done(tab)).toBeVisible();
  await done(otherTab).getByRole('button', { name: words.toBrowse }).click();
  await expect(otherTab).toHaveURL(/\/dashboard\/browse-studies$/);
  expect(await keptKeys(otherTab)).toEqual([]);

  const other = await newPerson(product, 'PARTICIPANT');
  const phone = await visit();
  await openKept(phone, other);
  await expect(heading(phone, 'payment')).toBeVisible();
  await callProduct(product, submitUserInformation, { as: other, body: profileBody(other.userId) });
  await field(phone, words.accountName).fill('Not the first');
  await typeNumber(phone);
  await setupButton(phone, words.submit).click();
  await expect(phone.getByText(guardWords.alreadySubmitted)).toBeVisible();
  await expect(phone.getByText(words.firstIsKept)).toBeVisible();
  await expect(phone.getByRole('region', { name: partWords.messages }).getByRole('listitem')).toHaveCount(1);
  await expect(phone).toHaveURL(/\/dashboard\/browse-studies$/);
  await expect(done(phone)).toBeHidden();
  expect((await sentBy(product, other)).payment.accountName).toBe('Esi Person');
});

test('S-401 only people with a computer are asked for its webcam @full', async ({ visit, product }) => {
  const page = await visit();
  await openKept(page, await newPerson(product, 'PARTICIPANT'), keptStages, '?step=3');
  await expect(page.getByRole('radio', { name: choices.computerOs.NO_COMPUTER })).toBeChecked();
  await expect(group(page, words.hasWebcam)).toBeHidden();
  await expect(setupButton(page, words.next)).toBeEnabled();
  await choose(group(page, words.computerOs), choices.computerOs.WINDOWS);
  await expect(group(page, words.hasWebcam).getByRole('radio', { checked: true })).toHaveCount(0);
  await expect(setupButton(page, words.next)).toBeDisabled();
  await choose(group(page, words.hasWebcam), words.yesNo.YES);
  await expect(setupButton(page, words.next)).toBeEnabled();
});
