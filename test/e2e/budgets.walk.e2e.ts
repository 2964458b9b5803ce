import type { Page } from '@playwright/test';
import { budgetWords as words } from '@app/words/budgets.ts';
import { cedis } from '@app/words/cedis.ts';
import { payWords as pay } from '@app/words/pay.ts';
import { quoteWords as quote } from '@app/words/quote.ts';
import { studyWizardWords as wizard } from '@app/words/study-wizard.ts';
import { dayAhead, planBody } from '../../services/project/test/studies.ts';
import { barriersOn } from './accessibility.ts';
import { answerPrompt, readPhone } from './demo-phones.ts';
import { expect, test } from './fixtures.ts';
import { expectRoomForFingers, expectToFitPhone } from './phone.ts';
import { pressTwice } from './press.ts';
import { storedStages, openStage } from './study-wizard-fixtures.ts';

const step = (page: Page) => page.getByRole('list', { name: quote.steps }).locator('[aria-current=step]');
const button = (page: Page, name: string) => page.getByRole('button', { name, exact: true });
/** One place of GH₵ 50.00, with the fees of the payout and of the payment. */
const TOTAL = 5201;

test('a paid study at 360 px: the wizard leads to its budget, a phone pays, and it is published', async ({
  visitByPhone,
  product,
}) => {
  const page = await visitByPhone();
  const plan = planBody({ desiredNumberOfParticipants: 1, availableDates: [dayAhead(3)], leadHours: 0 });
  await openStage(page, product, 4, { ...storedStages, studyAvailability: plan });

  await test.step('the wizard asks for the incentive, and shows the total', async () => {
    const incentive = page.getByRole('textbox', { name: pay.label });
    await incentive.click();
    await page.keyboard.type('50');
    await expect(incentive).toHaveValue('50');
    await expect(page.getByText(pay.perHour(cedis(10_000)))).toBeVisible();
    await button(page, wizard.publish).tap();
  });

  await test.step('without money it leads to the budget, where a phone gets one request', async () => {
    await expect(page.getByText(pay.fundFirst)).toBeVisible();
    await expect(step(page)).toHaveText(`2 ${quote.step[1]}`);
    await expect(
      page.getByRole('heading', { level: 1, name: words.studyHeading('Market round') }),
    ).toBeVisible();
    const phone = await readPhone(product);
    await page.getByRole('textbox', { name: words.places }).fill('1');
    // The phone of the last payment to Ama's budget comes first, selected.
    await expect(page.getByRole('radio', { name: /0001/ })).toBeChecked();
    await expectToFitPhone(page);
    await pressTwice(button(page, words.pay(TOTAL)));
    await expect(page.getByRole('heading', { name: words.progress.PROMPTED })).toBeVisible();
    await answerPrompt(product, phone, 'APPROVE');
    await expect(page.getByRole('heading', { name: words.covered })).toBeVisible();
    await expect(step(page)).toHaveText(`3 ${quote.step[2]}`);
    await expectToFitPhone(page);
    await expectRoomForFingers(page);
    expect(await barriersOn(page)).toEqual([]);
  });

  await test.step('back in the wizard the plan is kept, and is published', async () => {
    await page.getByRole('link', { name: words.toPublish }).tap();
    await expect(page.getByRole('textbox', { name: pay.label })).toHaveValue('50');
    await expect(page.getByText(pay.paidIn(TOTAL))).toBeVisible();
    await expect(page.getByText(pay.paidAll)).toBeVisible();
    await expect(page.getByText(pay.total)).toBeHidden();
    await expect(step(page)).toHaveText(`3 ${quote.step[2]}`);
    await button(page, wizard.publish).tap();
    await expect(page.getByText(wizard.published)).toBeVisible();
  });
});
