import type { Page } from '@playwright/test';
import { errorWords } from '@app/words/errors.ts';
import { readCompanyInformation, submitCompanyInformation } from '@app/contracts/identity/company.ts';
import { failureWords } from '@app/words/failures.ts';
import { kycWords as words } from '@app/words/kyc.ts';
import { logOutWords } from '@app/words/log-out.ts';
import { partWords } from '@app/words/parts.ts';
import { profileChoiceWords } from '@app/words/profile-choices.ts';
import { shellWords as shell } from '@app/words/shell.ts';
import { shellNoticeWords as notices } from '@app/words/shell-modals.ts';
import { companyBody } from '../support/people.ts';
import { WIDTHS } from '../support/sizes.ts';
import { callProduct } from './call-product.ts';
import { expect, linkInEmail, test } from './fixtures.ts';
import { overflow } from './layout.ts';
import { logInHere } from './log-in-here.ts';
import { decideOn, newPerson, newResearcherWithCompany } from './people.ts';
import { pressTwice } from './press.ts';

const CALL = '**/users/company-information';
const heading = (page: Page, name: string) => page.getByRole('heading', { level: 1, name });
const field = (page: Page, name: string) => page.getByRole('textbox', { name, exact: true });
const go = (page: Page) => page.getByRole('button', { name: words.continue }).click();
const submit = (page: Page) => page.getByRole('button', { name: words.submit });
/** Returns a value beside its label, among the submitted data. */
const sent = (page: Page, text: string) => page.getByRole('definition').filter({ hasText: text });

const storedParts = (page: Page) =>
  page.evaluate(() => ['organization', 'social', 'stage'].filter((key) => localStorage.getItem(key)));

async function fillSteps(page: Page, companyName: string): Promise<void> {
  await field(page, words.companyNameLabel).fill(companyName);
  await field(page, words.businessNameLabel).fill(`${companyName} Ltd`);
  await page.getByLabel(words.industryLabel).selectOption(profileChoiceWords.industry.EDUCATION);
  await go(page);
  await field(page, words.websiteLabel).fill('example.com');
  await field(page, words.companyLinkedUrlLabel).fill('linkedin.com/company/korle');
  await field(page, words.foundersLinkedInUrlLabel).fill('https://www.linkedin.com/in/korle');
}

test('S-505 S-211 three steps survive a reload, a lost connection and a lost response, and are sent once', async ({
  visit,
  product,
}) => {
  const user = await newPerson(product);
  const page = await visit();
  await logInHere(page, user);
  await page.goto('/dashboard/kyc');
  await fillSteps(page, 'Korle Studio');
  await expect.poll(() => storedParts(page)).toEqual(['organization', 'social']);
  await page.reload();
  await expect(heading(page, words.socialHeading)).toBeVisible();
  await expect(field(page, words.websiteLabel)).toHaveValue('example.com');
  await go(page);
  await expect(page.getByRole('radio', { name: 'Concept Design' })).toBeChecked();
  await page.getByRole('radio', { name: 'Prototype' }).check();

  const keys: (string | undefined)[] = [];
  page.on('request', (request) => {
    if (request.method() === 'POST' && request.url().endsWith('/company-information')) {
      keys.push(request.headers()['idempotency-key']);
    }
  });
  await page.context().setOffline(true);
  await submit(page).click();
  const notReached = page.getByText(failureWords.network);
  await expect(notReached).toBeVisible();
  // This makes sure that the next toast is a new one.
  await page.getByRole('button', { name: partWords.dismissMessage }).dispatchEvent('click');
  await expect(notReached).toHaveCount(0);
  await page.context().setOffline(false);
  await page.route(
    CALL,
    async (route) => {
      await route.fetch();
      await route.abort();
    },
    { times: 1 },
  );
  await submit(page).click();
  await expect(notReached).toBeVisible();
  await expect(submit(page)).not.toHaveAttribute('aria-busy');
  await pressTwice(submit(page));

  const modal = page.getByRole('dialog', { name: notices.pendingTitle });
  await modal.getByRole('button', { name: notices.gotIt }).click();
  await expect(page).toHaveURL(/\/dashboard\/projects$/);
  await expect(page.locator('header').getByText(shell.pendingVerification)).toHaveCount(2);
  expect(keys).toHaveLength(3);
  expect(new Set(keys).size).toBe(1);
  expect(await storedParts(page)).toEqual([]);
  const stored = await page.evaluate(() => localStorage.getItem('user') ?? '');
  expect(JSON.parse(stored)).toMatchObject({
    hasCompanyInfo: true,
    firstLogin: false,
    adminVerificationStatus: 'PENDING',
  });

  await page.goto('/dashboard/kyc');
  await expect(heading(page, words.pendingHeading)).toBeVisible();
  for (const text of ['Korle Studio Ltd', 'https://example.com', 'Prototype']) {
    await expect(sent(page, text)).toBeVisible();
  }
});

test('S-213 a log-out warns about unsaved company details, and leads back to them @full', async ({
  visit,
  product,
}) => {
  const page = await visit();
  await logInHere(page, await newPerson(product));
  const leave = page.getByRole('button', { name: shell.logOut, exact: true });
  const question = page.getByRole('dialog', { name: logOutWords.loseCompany });
  await page.goto('/dashboard/kyc');
  await field(page, words.companyNameLabel).fill('Korle Studio');
  await expect.poll(() => storedParts(page)).toEqual(['organization']);
  await page.goto('/dashboard/projects');
  await leave.click();
  await question.getByRole('link', { name: logOutWords.goOnWithIt }).click();
  await expect(field(page, words.companyNameLabel)).toHaveValue('Korle Studio');
  await page.goto('/dashboard/projects');
  await leave.click();
  await question.getByRole('button', { name: logOutWords.loseIt }).click();
  await expect(page).toHaveURL(/:\d+\/$/);
  expect(await storedParts(page)).toEqual([]);
});

test('S-505 a university gets help with three addresses and adds evidence; the admin reads all of it @full', async ({
  visit,
  product,
}) => {
  for (const width of WIDTHS) {
    const user = await newPerson(product);
    const page = await visit();
    await page.setViewportSize({ width, height: 740 });
    await logInHere(page, user);
    await page.goto('/dashboard/kyc');
    await field(page, words.companyNameLabel).fill('University of Ghana, Public Health');
    await field(page, words.businessNameLabel).fill('University of Ghana');
    await page.getByLabel(words.industryLabel).selectOption(profileChoiceWords.industry.EDUCATION);
    const approval = page.getByLabel(words.ethicsApprovalNumberLabel);
    await expect(approval).toHaveCount(0);
    const isInstitution = page.getByRole('checkbox', { name: words.institutionLabel });
    await isInstitution.check();
    await approval.fill('x'.repeat(60));
    await expect(page.getByRole('button', { name: words.continue })).toBeDisabled();
    // A hidden field does not block the form.
    await isInstitution.uncheck();
    await expect(page.getByRole('button', { name: words.continue })).toBeEnabled();
    await isInstitution.check();
    await approval.fill('CHS-Et/M.2');
    await page.getByLabel(words.ethicsApprovalExpiresOnLabel).fill('2027-03-01');
    await page.getByLabel(words.supervisorLabel).fill('Dr Akosua Ofori');
    await expect.poll(() => page.evaluate(() => localStorage.getItem('organization'))).toContain('Ofori');
    await page.reload();
    await expect(page.getByLabel(words.supervisorLabel)).toHaveValue('Dr Akosua Ofori');
    await go(page);

    await field(page, words.websiteLabel).fill('publichealth.ug.example.gh');
    const companyPage = field(page, words.companyLinkedUrlLabel);
    await expect(companyPage).toHaveAccessibleDescription(words.companyLinkedInHint);
    await companyPage.fill('publichealth.ug.example.gh/about');
    await expect(companyPage).toHaveAccessibleDescription(words.notOnLinkedIn);
    const foundersPage = field(page, words.foundersLinkedInUrlLabel);
    await foundersPage.fill('linkedin.com/in/ofori');
    await expect(foundersPage).toHaveAccessibleDescription(words.foundersLinkedInHint);
    // The hint does not block the form.
    await go(page);
    await submit(page).click();
    await page.getByRole('dialog').getByRole('button', { name: notices.gotIt }).click();

    const admin = await visit();
    await admin.setViewportSize({ width, height: 740 });
    await admin.goto(await linkInEmail(product, 'admin@demo.test', '/accept-company/', user.userId));
    for (const text of [
      user.email,
      'University of Ghana, Public Health',
      words.institutionKind,
      'CHS-Et/M.2',
      '01 March, 2027',
      'Dr Akosua Ofori',
      'https://publichealth.ug.example.gh/about',
      'https://linkedin.com/in/ofori',
      'Concept Design',
    ])
      await expect(sent(admin, text).first()).toBeVisible();
    await expect(admin.getByText(words.elsewhere(words.companyLinkedUrlLabel))).toBeVisible();
    await expect(admin.getByText(words.foundersLinkedInUrlLabel, { exact: true })).toBeVisible();
    expect(await overflow(admin)).toBe(0);
  }
});

test('S-505 a declined researcher reads why, corrects the details and sends them again, once @full', async ({
  visit,
  product,
}) => {
  const { user, companyName } = await newResearcherWithCompany(product);
  await decideOn(product, user.userId, 'DECLINE', 'The website did not answer.');
  const page = await visit();
  await logInHere(page, user);
  await page.route(CALL, (route) => route.abort());
  await page.goto('/dashboard/kyc');
  const tryAgain = page.getByRole('button', { name: failureWords.tryAgain });
  await expect(tryAgain).toBeVisible();
  await page.unrouteAll();
  await tryAgain.click();
  await expect(heading(page, words.organizationHeading)).toBeFocused();
  await expect(page.getByText('The website did not answer.')).toBeVisible();
  await expect(field(page, words.companyNameLabel)).toHaveValue(companyName);
  await go(page);
  await expect(heading(page, words.socialHeading)).toBeVisible();
  await expect(page.getByText('The website did not answer.')).toBeVisible();
  const website = field(page, words.websiteLabel);
  await expect(website).toHaveValue('https://market-square.example');
  await website.fill('korle.example.com');
  await expect.poll(() => page.evaluate(() => localStorage.getItem('social'))).toContain('korle.example');
  await page.reload();
  await expect(website).toHaveValue('korle.example.com');
  await go(page);
  await submit(page).click();
  await page.getByRole('dialog').getByRole('button', { name: notices.gotIt }).click();
  await expect(page).toHaveURL(/\/dashboard\/projects$/);
  const company = await callProduct(product, readCompanyInformation, { as: user });
  expect(company).toMatchObject({ status: 'PENDING', companyName, website: 'https://korle.example.com' });

  await page.goto('/dashboard/kyc');
  await expect(sent(page, 'https://korle.example.com')).toBeVisible();
  await expect(submit(page)).toBeHidden();
});

test('S-505 details sent from another device replace the form; a decline without a reason says so @full', async ({
  visit,
  product,
}) => {
  const user = await newPerson(product);
  const page = await visit();
  await logInHere(page, user);
  await page.goto('/dashboard/kyc');
  await fillSteps(page, 'Typed here');
  await go(page);
  await callProduct(product, submitCompanyInformation, { as: user, body: companyBody(user.userId) });
  await submit(page).click();
  await expect(page.getByText(errorWords.COMPANY_ALREADY_SUBMITTED)).toBeVisible();
  await expect(heading(page, words.pendingHeading)).toBeFocused();
  await expect(sent(page, companyBody('').website)).toBeVisible();
  expect(await storedParts(page)).toEqual([]);

  await decideOn(product, user.userId, 'DECLINE');
  await page.reload();
  await expect(page.getByText(words.noReason)).toBeVisible();
  await expect(field(page, words.companyNameLabel)).toHaveValue(companyBody('').companyName);
});
