import { today } from '@app/contracts/calendar.ts';
import { paths } from '@app/contracts/web-paths.ts';
import { choiceWords } from '@app/words/choices.ts';
import { longDay } from '@app/words/days.ts';
import { ethicsWords } from '@app/words/ethics.ts';
import { studyWizardWords as words } from '@app/words/study-wizard.ts';
import { validation } from '@app/words/validation.ts';
import { addDays } from '../../apps/web/src/features/study-wizard/schedule/month-grid.ts';
import { barriersOn } from './accessibility.ts';
import { expect, test } from './fixtures.ts';
import { expectToFitPhone } from './phone.ts';
import { bringDrafts, details, storedStages, createWizardGround } from './study-wizard-fixtures.ts';

const day = addDays(today(), 41);
const plan = {
  availableDates: [day],
  durationInMinutes: 60,
  desiredNumberOfParticipants: 10,
  availableTimes: ['09:00 AM'],
};
const approvedUntil = (validUntil: string) => ({
  ethics: { approval: 'APPROVED', committee: 'CHRPE', number: '12/26', validUntil },
});

test('S-313 a day after the end of the approval is refused at its field, and cannot be selected', async ({
  visitByPhone,
  product,
}) => {
  const page = await visitByPhone();
  const ground = await createWizardGround(product);
  const end = addDays(day, -1);
  const studyDetails = { ...details, ...approvedUntil(end) };
  await bringDrafts(page, ground, { ...storedStages, studyDetails, studyAvailability: plan });
  await page.goto(`${ground.wizardPath}?step=4`);
  const publish = page.getByRole('button', { name: words.publish });
  await expect(page.getByText(validation.approvalEnds(end))).toBeVisible();
  await expect(page.getByText(words.approvedUntil(longDay(end)))).toBeVisible();
  await expect(publish).toBeDisabled();
  await expectToFitPhone(page);
  expect(await barriersOn(page)).toEqual([]);
  await page.getByRole('button', { name: words.clearDays }).tap();
  await expect(page.locator(`[data-day="${day}"]`)).toHaveAttribute('aria-disabled', 'true');
  await page.locator(`[data-day="${end}"]`).tap();
  await expect(publish).toBeEnabled();
});

test('unfilled parts of the consent template are named at the field and before publishing, which waits', async ({
  visitByPhone,
  product,
}) => {
  const page = await visitByPhone();
  const ground = await createWizardGround(product);
  const studyDetails = { ...details, consentText: ethicsWords.template };
  await bringDrafts(page, ground, { ...storedStages, studyDetails, studyAvailability: plan });
  await page.goto(`${ground.wizardPath}?step=4`);
  await expect(page.getByText(words.consentNotice)).toBeVisible();
  await expect(page.getByRole('button', { name: words.publish })).toBeDisabled();
  await expectToFitPhone(page);
  await page.getByRole('button', { name: words.screenerNoticeLook }).first().tap();
  const text = page.getByRole('textbox', { name: ethicsWords.consentLabel });
  await expect(page.getByText(/Please replace: \[Your name\]/)).toBeVisible();
  await expectToFitPhone(page);
  expect(await barriersOn(page)).toEqual([]);
  await text.fill('Ama Owusu asks. You decide freely, and can stop at any time.');
  await expect(page.getByText(/Please replace: /)).toBeHidden();
  for (const next of [words.continue, words.continue, words.saveSurvey])
    await page.getByRole('button', { name: next, exact: true }).tap();
  await expect(page.getByText(words.consentNotice)).toBeHidden();
  await expect(page.getByRole('button', { name: words.publish })).toBeEnabled();
});

test('S-315 Back during publishing leads to the project, which shows the study as published', async ({
  visit,
  product,
}) => {
  const page = await visit();
  const ground = await createWizardGround(product);
  await bringDrafts(page, ground, { ...storedStages, studyAvailability: plan });
  await page.goto(paths.help);
  await page.goto(ground.projectPath);
  await page.goto(`${ground.wizardPath}?step=1`);
  for (const next of [words.continue, words.continue, words.saveSurvey])
    await page.getByRole('button', { name: next, exact: true }).click();
  let answer = () => {};
  const isPressed = new Promise<void>((resolve) => (answer = resolve));
  await page.route('**/publish', async (route) => {
    const response = await route.fetch();
    await isPressed;
    await route.fulfill({ response });
  });
  await page.getByRole('button', { name: words.publish }).click();
  await expect(page.getByRole('button', { name: words.publish })).toHaveAttribute('aria-busy', 'true');
  await page.goBack();
  await expect(page.getByRole('heading', { level: 1, name: words.screenerHeading })).toBeVisible();
  answer();
  await expect(page.getByText(words.published)).toBeVisible();
  await expect(page).toHaveURL(new RegExp(`${ground.projectPath}$`));
  await expect(page.getByText(details.name).first()).toBeVisible();
});

test('a saved draft that was just published is not shown as a draft before the project reloads', async ({
  visit,
  product,
}) => {
  const page = await visit();
  const ground = await createWizardGround(product);
  await bringDrafts(page, ground, { ...storedStages, studyAvailability: plan });
  await page.goto(`${ground.wizardPath}?step=4`);
  await page.getByRole('button', { name: words.saveDraft }).click();
  await expect(page.getByText(words.draftSaved)).toBeVisible();
  const card = page.getByRole('main').getByRole('listitem').filter({ hasText: details.name });
  await expect(card).toContainText(choiceWords.studyState.DRAFT);
  await card.getByRole('link', { name: details.name }).first().click();
  await expect(page.getByText(choiceWords.studyState.DRAFT, { exact: true })).toBeVisible();
  await page
    .getByRole('link', { name: /Continue/ })
    .first()
    .click();
  for (const next of [words.continue, words.continue, words.saveSurvey])
    await page.getByRole('button', { name: next, exact: true }).click();
  // All later reads are held back: the page shows the response of the publish call.
  await page.route('**/api/v1/**', (route) =>
    route.request().method() === 'GET' ? undefined : route.fallback(),
  );
  await page.getByRole('button', { name: words.publish }).click();
  await expect(page.getByText(words.published)).toBeVisible();
  await expect(page.getByText(choiceWords.studyState.DRAFT, { exact: true })).toBeHidden();
});
