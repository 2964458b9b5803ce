import type { Page } from '@playwright/test';
import { today } from '@app/contracts/calendar.ts';
import { EDUCATION_LEVELS, GENDERS, INCOME_RANGES } from '@app/contracts/enumerations.ts';
import { readStudy } from '@app/contracts/project/browsing.ts';
import { listProjectStudies } from '@app/contracts/project/projects.ts';
import { choiceWords } from '@app/words/choices.ts';
import { budgetWords } from '@app/words/budgets.ts';
import { payWords as pay } from '@app/words/pay.ts';
import { projectWords as projects } from '@app/words/projects.ts';
import { studyWizardWords as words } from '@app/words/study-wizard.ts';
import { addDays } from '../../apps/web/src/features/study-wizard/schedule/month-grid.ts';
import { WIDTHS } from '../support/sizes.ts';
import { callProduct } from './call-product.ts';
import { answerPrompt, readPhone } from './demo-phones.ts';
import { expect, test } from './fixtures.ts';
import { pressesOf } from './press.ts';
import { bringDrafts, createWizardGround } from './study-wizard-fixtures.ts';

type Hand = ReturnType<typeof pressesOf>;
const TOMORROW = addDays(today(), 1);

/** Goes from the project to the press of "Publish". */
async function fillInAndPublish(page: Page, hand: Hand, incentive?: string): Promise<void> {
  const button = (name: string | RegExp) =>
    page.getByRole('button', { name, exact: typeof name === 'string' });
  const field = (name: string) => page.getByRole('textbox', { name, exact: true });
  await hand.press(page.getByRole('link', { name: projects.createStudy }));
  await hand.type(field(words.nameLabel), 'Market round');
  await hand.type(field(words.publicNameLabel), 'Paying at the market');
  await hand.type(field(words.descriptionLabel), 'We talk about how you pay and are paid.');
  await hand.press(page.getByText(choiceWords.deviceRequirements.MOBILE_PHONE, { exact: true }));
  await hand.press(button(words.continue));

  await hand.press(button(words.anyone(18)));
  await hand.press(button(words.continue));

  await hand.press(button(words.questionType));
  await hand.type(field(words.questionLabel), 'How do you pay at the market?');
  await hand.type(field(words.choiceLabel(1)), 'Mobile money');
  await hand.choose(page.getByRole('combobox', { name: words.eligibilityLabel(1) }), 'Qualify');
  await hand.type(field(words.choiceLabel(2)), 'Cash only');
  await hand.choose(page.getByRole('combobox', { name: words.eligibilityLabel(2) }), 'Disqualify');
  await hand.press(button(words.saveSurvey));

  const day = page.locator(`[data-day="${TOMORROW}"]`);
  await expect(page.getByRole('grid')).toBeVisible();
  if (TOMORROW.endsWith('-01')) await hand.press(button(words.nextMonth));
  await hand.press(day);
  await hand.press(page.getByText(choiceWords.durationInMinutes[30], { exact: true }));
  await hand.type(field(words.participantsLabel), '12');
  if (incentive !== undefined) {
    await hand.press(field(pay.label));
    // The text is inserted after the initial 0.
    await page.keyboard.insertText(incentive);
  }
  await hand.press(button(words.addDay(16, '09:00 AM', '04:30 PM')));
  await hand.press(button(words.publish));
}

/** On the last day of a month one more press leads to the next month. */
const MOST_PRESSES = TOMORROW.endsWith('-01') ? 22 : 21;
/** The extra presses are the amount, the payment, the answer on the phone, the way back and publishing. */
const MOST_PAID = MOST_PRESSES + 5;

for (const width of WIDTHS) {
  test(`S-303 S-315 a one-day study for anyone is published with at most ${MOST_PRESSES} presses, at ${width} px @full`, async ({
    visit,
    visitByPhone,
    product,
  }) => {
    const page = await (width === 360 ? visitByPhone() : visit());
    const ground = await createWizardGround(product);
    await bringDrafts(page, ground);
    await page.goto(ground.projectPath);
    const hand = pressesOf(page);
    await fillInAndPublish(page, hand);
    await expect(page.getByText(words.published)).toBeVisible();

    test.info().annotations.push({ type: 'presses', description: `${hand.count()}` });
    expect(hand.count()).toBeLessThanOrEqual(MOST_PRESSES);
    const params = { id: ground.project };
    const [summary] = await callProduct(product, listProjectStudies, { as: ground.ama, params });
    const study = await callProduct(product, readStudy, { as: ground.ama, params: { id: summary!.id } });
    expect(study).toMatchObject({
      state: 'PUBLISHED',
      minimumAge: 18,
      maximumAge: 100,
      gender: GENDERS,
      education: EDUCATION_LEVELS,
      annualHouseholdIncome: INCOME_RANGES,
      availableDates: [TOMORROW],
    });
    expect((study as { availableTimes: string[] }).availableTimes).toHaveLength(16);
  });
  test(`S-315 the same study, paid, is published with at most ${MOST_PAID} presses, at ${width} px @full`, async ({
    visit,
    visitByPhone,
    product,
  }) => {
    const page = await (width === 360 ? visitByPhone() : visit());
    const ground = await createWizardGround(product);
    await bringDrafts(page, ground);
    await page.goto(ground.projectPath);
    const hand = pressesOf(page);
    await fillInAndPublish(page, hand, '50');
    await expect(page.getByText(pay.fundFirst)).toBeVisible();
    const phone = await readPhone(product);
    await hand.press(page.getByRole('button', { name: /^Pay GH₵/ }));
    await expect(page.getByRole('heading', { name: budgetWords.progress.PROMPTED })).toBeVisible();
    await answerPrompt(product, phone, 'APPROVE');
    const onPhone = 1;
    await hand.press(page.getByRole('link', { name: budgetWords.toPublish }));
    await hand.press(page.getByRole('button', { name: words.publish, exact: true }));
    await expect(page.getByText(words.published)).toBeVisible();
    test.info().annotations.push({ type: 'presses', description: `${hand.count() + onPhone}` });
    expect(hand.count() + onPhone).toBeLessThanOrEqual(MOST_PAID);
    const params = { id: ground.project };
    expect(await callProduct(product, listProjectStudies, { as: ground.ama, params })).toMatchObject([
      { state: 'PUBLISHED', incentive: 50 },
    ]);
  });
}
