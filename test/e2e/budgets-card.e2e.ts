import type { Page } from '@playwright/test';
import { PAYMENT_BASE } from '@app/contracts/bases.ts';
import { readBudget } from '@app/contracts/payment/budgets.ts';
import { paths } from '@app/contracts/web-paths.ts';
import { words as simulated } from '@app/simulators/words.ts';
import { budgetWords as words } from '@app/words/budgets.ts';
import { errorWords as errors } from '@app/words/errors.ts';
import { validation } from '@app/words/validation.ts';
import { barriersOn } from './accessibility.ts';
import { callProduct } from './call-product.ts';
import { answerPrompt, readPhone } from './demo-phones.ts';
import { expect, test } from './fixtures.ts';
import { createDraft } from './paid-draft.ts';
import { enterAs } from './people.ts';
import { expectToFitPhone } from './phone.ts';

const TOTAL = 52_014;
/** This wallet is at Telecel. */
const KOJO = '+233200000002';

const button = (page: Page, name: string) => page.getByRole('button', { name, exact: true });
const heading = (page: Page, name: string) => page.getByRole('heading', { name });

test('a researcher pays by card on a phone: declined, then paid, returned to the app, and refunded @full', async ({
  visitByPhone,
  product,
}) => {
  const { researcher, study } = await createDraft(product, 50);
  const page = await visitByPhone();
  await enterAs(page, researcher, paths.studyBudget(study.id));

  // Mobile money comes first, and its input stays while the person views the other source.
  const mobileMoney = page.getByRole('radio', { name: words.sources.MOBILE_MONEY });
  await expect(mobileMoney).toBeChecked();
  await page.getByRole('textbox', { name: words.phoneNumber }).fill('024 000');
  await page.getByRole('textbox', { name: words.phoneNumber }).blur();
  await expect(page.getByRole('textbox', { name: words.phoneNumber })).toHaveAccessibleDescription(
    new RegExp(validation.phoneNumber),
  );
  await page.getByRole('textbox', { name: words.places }).fill('10');
  await expect(button(page, words.pay(TOTAL))).toBeDisabled();
  await mobileMoney.press('ArrowRight');
  await expect(page.getByRole('radio', { name: words.sources.CARD_OR_BANK })).toBeChecked();
  await expect(page.getByRole('textbox', { name: words.phoneNumber })).toBeHidden();
  await expect(button(page, words.pay(TOTAL))).toBeEnabled();
  await expectToFitPhone(page);
  expect(await barriersOn(page)).toEqual([]);
  await mobileMoney.check();
  await expect(page.getByRole('textbox', { name: words.phoneNumber })).toHaveValue('024 000');
  await page.getByRole('radio', { name: words.sources.CARD_OR_BANK }).check();

  const asked = page.waitForRequest(
    (request) => request.method() === 'POST' && request.url().endsWith(`${PAYMENT_BASE}/budgets`),
  );
  await button(page, words.pay(TOTAL)).press('Enter');
  expect((await asked).postDataJSON()).toMatchObject({ source: { kind: 'CARD_OR_BANK' } });
  await expect(heading(page, words.pageProgress.PROMPTED)).toBeVisible();
  const toPage = page.getByRole('link', { name: words.toPage });
  await expectToFitPhone(page);
  expect(await barriersOn(page)).toEqual([]);
  await toPage.press('Enter');

  await expect(heading(page, simulated.checkout.title)).toBeVisible();
  await expectToFitPhone(page);
  await button(page, simulated.checkout.decline).click();
  await expect(page.getByRole('alert')).toHaveText(simulated.checkout.declined);
  await button(page, simulated.checkout.pay).click();
  await page.waitForURL((url) => url.pathname === paths.studyBudget(study.id));
  await expect(page.getByText(words.state.SUCCEEDED, { exact: true })).toBeVisible();
  const receipt = page.getByRole('listitem').filter({ hasText: words.state.SUCCEEDED });
  await expect(receipt).toContainText(words.receipt(words.cardOrBankEnding('•••• 4081')));
  const budget = await callProduct(product, readBudget, { as: researcher, params: { studyId: study.id } });
  expect(budget.availableInPesewas).toBe(51_000);
  await expectToFitPhone(page);

  await button(page, words.close).click();
  const dialog = page.getByRole('dialog', { name: words.closeTitle(51_000) });
  await expect(dialog).toContainText(words.cardOrBankEnding('•••• 4081'));
  await dialog.getByRole('button', { name: words.close, exact: true }).click();
  await expect(page.getByText(words.closed, { exact: true })).toBeVisible();
});

test('Telecel requires a voucher from the payer: a wrong one is explained, and the right one pays @full', async ({
  visitByPhone,
  product,
}) => {
  const { researcher, study } = await createDraft(product, 50);
  const page = await visitByPhone();
  await enterAs(page, researcher, paths.studyBudget(study.id));
  const phone = await readPhone(product, KOJO);
  const voucher = async () => {
    const { messages } = await readPhone(product, KOJO);
    return /voucher is (\d{6})/.exec(messages[0]?.text ?? '')?.[1] ?? '';
  };
  const ask = async () => {
    await button(page, words.pay(TOTAL)).press('Enter');
    await expect(heading(page, words.codeAsked)).toBeVisible();
  };
  const submitCode = async (code: string) => {
    await page.getByRole('textbox', { name: words.code }).fill(code);
    await page.getByRole('textbox', { name: words.code }).press('Enter');
  };
  await page.getByRole('textbox', { name: words.places }).fill('10');
  await page.getByRole('textbox', { name: words.phoneNumber }).fill(phone.number);
  await page.getByRole('radio', { name: 'Telecel' }).check();
  await ask();
  await expectToFitPhone(page);
  expect(await barriersOn(page)).toEqual([]);
  await submitCode((await voucher()) === '000000' ? '000001' : '000000');
  await expect(page.getByText(errors.CODE_WRONG).first()).toBeVisible();
  await expect(heading(page, words.progress.FAILED)).toBeVisible();

  // This suggests the same number again.
  await ask();
  await submitCode(await voucher());
  await expect(heading(page, words.progress.PROMPTED)).toBeVisible();
  await answerPrompt(product, phone, 'APPROVE');
  await expect(page.getByText(words.state.SUCCEEDED, { exact: true })).toBeVisible();
});
