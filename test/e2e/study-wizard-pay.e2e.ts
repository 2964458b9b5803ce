import { budgetWords as budget } from '@app/words/budgets.ts';
import { errorWords as errors } from '@app/words/errors.ts';
import { payWords as words } from '@app/words/pay.ts';
import { quoteWords as quote } from '@app/words/quote.ts';
import { studyWizardWords as wizard } from '@app/words/study-wizard.ts';
import { closeBudget, fundBudget, quoteBudget } from '@app/contracts/payment/budgets.ts';
import { listProjectStudies } from '@app/contracts/project/projects.ts';
import { today } from '@app/contracts/calendar.ts';
import { paths } from '@app/contracts/web-paths.ts';
import { addDays } from '../../apps/web/src/features/study-wizard/schedule/month-grid.ts';
import { callProduct } from './call-product.ts';
import { answerPrompt, readPhone } from './demo-phones.ts';
import { WIDTHS } from '../support/sizes.ts';
import { expect, test } from './fixtures.ts';
import { overflow } from './layout.ts';
import { readStoredDraft, storedStages, openStage } from './study-wizard-fixtures.ts';

/** None of the demo's meetings is on this day. */
const plan = {
  availableDates: [addDays(today(), 40)],
  durationInMinutes: 60,
  desiredNumberOfParticipants: 10,
  availableTimes: ['09:00 AM'],
};

for (const width of WIDTHS) {
  test(`the incentive is entered, priced, and leads to the budget with nothing lost (${width} px) @full`, async ({
    visit,
    visitByPhone,
    product,
  }) => {
    const page = await (width === 360 ? visitByPhone() : visit());
    const ground = await openStage(page, product, 4, { ...storedStages, studyAvailability: plan });
    const field = page.getByRole('textbox', { name: words.label });
    await expect(field).toHaveValue('0');
    await field.fill('2');
    await expect(page.getByRole('status').filter({ hasText: words.underMinimumWage })).toBeVisible();
    await field.fill('50');
    await expect(page.getByText(words.underMinimumWage)).toBeHidden();
    await expect(page.getByText(words.perHour('GH₵ 50.00'))).toBeVisible();
    await page.getByRole('button', { name: words.save }).press('Enter');
    const cost = page.getByRole('region', { name: words.cost });
    await expect(cost).toBeFocused();
    await expect(cost.getByText('GH₵ 520.14')).toBeVisible();
    await expect(cost.getByText(quote.incentives(10, 5000))).toBeVisible();
    expect(await overflow(page)).toBe(0);
    await expect.poll(() => readStoredDraft(page, 'studyAvailability')).toMatchObject({ incentive: 50 });

    await page.getByRole('button', { name: wizard.publish }).click();
    await expect(page.getByText(words.fundFirst)).toBeVisible();
    const listed = await callProduct(product, listProjectStudies, {
      as: ground.ama,
      params: { id: ground.project },
    });
    expect(listed).toMatchObject([{ state: 'DRAFT', incentive: 50 }]);
    const id = listed[0]?.id ?? '';
    await expect(page).toHaveURL(new RegExp(`${paths.studyBudget(id)}$`));
    const places = page.getByRole('textbox', { name: budget.places });
    await expect(places).toHaveValue('10');
    await expect(page.getByRole('term').filter({ hasText: quote.incentives(10, 5000) })).toBeVisible();
    await page.goto(paths.continueStudy(ground.project, id));
    await expect
      .poll(() => readStoredDraft(page, 'studyAvailability'))
      .toMatchObject({ ...plan, incentive: 50 });
    await page.goto(ground.projectPath);
    await expect(page.getByText('GH₵ 50.00', { exact: true })).toBeVisible();
  });
}

test('a draft whose money was refunded leads to its closed budget, and from there to a copy @full', async ({
  visit,
  product,
}) => {
  const page = await visit();
  const ground = await openStage(page, product, 4, { ...storedStages, studyAvailability: plan });
  await page.getByRole('textbox', { name: words.label }).fill('50');
  await page.getByRole('button', { name: wizard.publish }).click();
  await expect(page.getByText(words.fundFirst)).toBeVisible();
  const as = ground.ama;
  const listed = await callProduct(product, listProjectStudies, { as, params: { id: ground.project } });
  const studyId = listed[0]?.id ?? '';
  const body = { studyId, incentiveInPesewas: 5000, places: 10 };
  const { totalInPesewas } = await callProduct(product, quoteBudget, { as, body });
  const phone = await readPhone(product);
  const source = { network: 'MTN', phoneNumber: phone.number } as const;
  await callProduct(product, fundBudget, { as, body: { ...body, totalInPesewas, source } });
  await answerPrompt(product, phone, 'APPROVE');
  await page.reload();
  await page.getByRole('link', { name: budget.toPublish }).click();
  await expect(page.getByRole('textbox', { name: words.label })).toHaveValue('50');
  await callProduct(product, closeBudget, { as, params: { studyId } });
  await page.getByRole('button', { name: wizard.publish }).click();
  await expect(page).toHaveURL(new RegExp(`${paths.studyBudget(studyId)}$`));
  await expect(page.getByText(errors.BUDGET_IS_CLOSED)).toBeVisible();
  await expect(page.getByRole('heading', { name: budget.closedDraft })).toBeVisible();
  await page.getByRole('link', { name: budget.copy }).click();
  await expect(page).toHaveURL(new RegExp(`copy=${studyId}$|create-study/${ground.project}`));
});
