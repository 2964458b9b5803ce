import { choiceWords } from '@app/words/choices.ts';
import { studyControlWords as controls } from '@app/words/study-controls.ts';
import { studyWizardWords as words } from '@app/words/study-wizard.ts';
import { validation } from '@app/words/validation.ts';
import { WIDTHS } from '../support/sizes.ts';
import { expect, test } from './fixtures.ts';
import { demographics, details, readStoredDraft, storedStages, openStage } from './study-wizard-fixtures.ts';

test('S-303 four stages; Back and the browser’s Back go one stage back or leave, the cross leaves', async ({
  visit,
  product,
}) => {
  const page = await visit();
  const { projectPath } = await openStage(page, product, 1, storedStages);
  const heading = (name: string) => expect(page.getByRole('heading', { level: 1, name })).toBeVisible();
  const proceed = (name: string = words.continue) => page.getByRole('button', { name, exact: true }).click();
  await heading(words.detailsHeading);
  await proceed();
  await heading(words.demographicsHeading);
  await proceed();
  await heading(words.screenerHeading);
  await proceed(words.saveSurvey);
  await heading(words.publishHeading);

  await page.getByRole('button', { name: words.backTo(words.stages[2]) }).click();
  await heading(words.screenerHeading);
  await page.goBack();
  await heading(words.demographicsHeading);
  await page.goForward();
  await heading(words.screenerHeading);
  await page.goBack();
  await page.getByRole('button', { name: words.backTo(words.stages[0]) }).click();
  await page.getByRole('button', { name: words.backTo('Wizard') }).click();
  await expect(page).toHaveURL(new RegExp(`${projectPath}$`));

  await page.getByRole('link', { name: controls.continueNamed(details.name) }).click();
  await expect(page.getByText('Draft saved on this device')).toBeVisible();
  await page.getByRole('link', { name: words.close }).click();
  await expect(page).toHaveURL(new RegExp(`${projectPath}$`));
  expect(await readStoredDraft(page, 'studyDetails')).toEqual({
    ...details,
    ethics: null,
    consentText: null,
  });
});

test('S-305 S-306 stage 2: ages from 0 to 100, one choice of each kind, the fixed notice and our live count', async ({
  visit,
  product,
}) => {
  const page = await visit();
  await openStage(page, product, 2);
  await expect(page.getByText(words.eligibleNotice)).toBeVisible();
  const reach = page.getByRole('region', { name: words.reachTitle });
  const count = reach.getByRole('status').first();
  await expect(count).toHaveText(words.reachIncomplete);
  const minimum = page.getByRole('textbox', { name: words.minimumAgeLabel });
  const maximum = page.getByRole('textbox', { name: words.maximumAgeLabel });

  await test.step('an invalid age stays as typed, and its error is shown', async () => {
    for (const [typed, error] of [
      ['2.5', validation.wholeNumber],
      ['150', validation.max(100)],
      ['-5', validation.validAge],
      ['0', validation.validAge],
      ['18 or so', validation.validAge],
    ] as const) {
      await minimum.fill('');
      await minimum.pressSequentially(typed);
      await maximum.focus();
      await expect(minimum).toHaveValue(typed);
      await expect(page.getByText(error)).toBeVisible();
      await expect(page.getByRole('button', { name: words.continue })).toBeDisabled();
    }
    await minimum.fill('');
    await expect(page.getByText(validation.minimumAge)).toBeVisible();
    await minimum.fill('40');
    await maximum.fill('39');
    // The page contains both spaces of the owner's text; the locator joins them.
    await expect(page.getByText('Maximum must be more than minimum')).toBeVisible();
    await minimum.fill('39');
    await expect(page.getByText('Maximum must be more than minimum')).toBeHidden();
    await minimum.fill('18');
    await maximum.fill('60');
  });

  await test.step('at least one of each is required', async () => {
    for (const [label, message] of [
      [choiceWords.gender.FEMALE, validation.gender],
      [choiceWords.education.DIPLOMA, validation.education],
      [choiceWords.annualHouseholdIncome.LESS_THAN_10000, validation.income],
    ] as const) {
      const box = page.getByRole('checkbox', { name: label });
      await box.check();
      await box.uncheck();
      await expect(page.getByText(message)).toBeVisible();
      await box.check();
    }
    await expect(page.getByRole('button', { name: words.continue })).toBeEnabled();
  });

  await test.step('the live count: of these people, of none, failed, and retried', async () => {
    // With so few people, their exact number would reveal one of them.
    await expect(count).toHaveText(words.reachCounts.FEWER_THAN(10));
    const answer = (found: number) =>
      page.route('**/studies/reach', (route) =>
        route.fulfill({ json: { content: { count: found, asOf: '' } } }),
      );
    await answer(1234);
    for (const gender of [choiceWords.gender.MALE, choiceWords.gender.OTHERS]) {
      await page.getByRole('checkbox', { name: gender, exact: true }).check();
    }
    await expect(count).toHaveText(words.reachCount(1234));
    await page.unroute('**/studies/reach');
    await answer(0);
    await maximum.fill('61');
    await expect(count).toHaveText(words.reachNone);
    await page.unroute('**/studies/reach');
    await page.route('**/studies/reach', (route) => route.abort());
    await maximum.fill('62');
    await expect(count).toHaveText(words.reachFailed);
    await expect(page.getByRole('button', { name: words.continue })).toBeEnabled();
    await page.unroute('**/studies/reach');
    await reach.getByRole('button').click();
    await expect(count).toHaveText(/fits? your study now$/);
    await page.context().setOffline(true);
    await maximum.fill('63');
    await expect(count).toHaveText(words.reachFailed);
    await page.context().setOffline(false);
    await expect(count).toHaveText(/fits? your study now$/);
  });
});

for (const width of WIDTHS) {
  test(`S-305 one press selects a whole group, and the next none of it, at ${width} px @full`, async ({
    visit,
    visitByPhone,
    product,
  }) => {
    const page = await (width === 360 ? visitByPhone() : visit());
    await openStage(page, product, 2);
    const proceed = page.getByRole('button', { name: words.continue });
    for (const [label, count] of [
      [words.genderLabel, 3],
      [words.educationLabel, 8],
      [words.incomeLabel, 5],
    ] as const) {
      const group = page.getByRole('group', { name: label, exact: true });
      const chosen = group.getByRole('checkbox', { checked: true });
      await group.getByRole('checkbox').first().check();
      await group.getByRole('button', { name: words.groupAction(words.selectAll, label) }).click();
      await expect(chosen).toHaveCount(count);
      const clear = group.getByRole('button', { name: words.groupAction(words.clearAll, label) });
      await expect(clear).toBeFocused();
      await clear.click();
      await expect(chosen).toHaveCount(0);
    }
    await expect(page.getByText(validation.income)).toBeVisible();
    await page.getByRole('button', { name: words.anyone(18) }).click();
    await expect(page.getByRole('checkbox', { checked: true })).toHaveCount(16);
    await expect(page.getByText(validation.income)).toBeHidden();
    await expect(proceed).toBeEnabled();
    await page.reload();
    await expect(page.getByRole('checkbox', { checked: true })).toHaveCount(16);
  });
}

test('S-307 each stage is stored under its name and fills the form after a reload, last characters included', async ({
  visit,
  product,
}) => {
  const page = await visit();
  await openStage(page, product, 1, storedStages);
  await page.getByRole('textbox', { name: words.nameLabel, exact: true }).fill('Queues at noon');
  await page.reload();
  await expect(page.getByRole('textbox', { name: words.nameLabel, exact: true })).toHaveValue(
    'Queues at noon',
  );
  await page.getByRole('button', { name: words.continue }).click();
  await page.getByRole('textbox', { name: words.maximumAgeLabel }).fill('44');
  await page.getByRole('button', { name: words.continue }).click();
  await page.getByRole('textbox', { name: words.questionLabel }).fill('Do you queue?');
  await page.reload();
  await expect(page.getByRole('textbox', { name: words.questionLabel })).toHaveValue('Do you queue?');
  expect(await readStoredDraft(page, 'studyDetails')).toEqual({
    ...details,
    name: 'Queues at noon',
    ethics: null,
    consentText: null,
  });
  expect(await readStoredDraft(page, 'participantsDemographics')).toMatchObject({
    ...demographics,
    maximumAge: 44,
  });
  expect(await readStoredDraft(page, 'screenerSurvey')).toMatchObject([{ question: 'Do you queue?' }]);
});
