import type { Page } from '@playwright/test';
import { decideApplicants } from '@app/contracts/project/applicants.ts';
import { readStudy } from '@app/contracts/project/browsing.ts';
import { listProjectStudies } from '@app/contracts/project/projects.ts';
import { paths } from '@app/contracts/web-paths.ts';
import { applicantWords } from '@app/words/applicants.ts';
import { applicationWords } from '@app/words/applications.ts';
import { quotaWords as words } from '@app/words/quotas.ts';
import { studyPageWords as studyPage } from '@app/words/study-page.ts';
import { studyWizardWords as wizard } from '@app/words/study-wizard.ts';
import { validation } from '@app/words/validation.ts';
import { addDays } from '../../apps/web/src/features/study-wizard/schedule/month-grid.ts';
import { today } from '@app/contracts/calendar.ts';
import { callProduct } from './call-product.ts';
import { expect, test } from './fixtures.ts';
import { expectToFitWidth, withTextSize } from './text-size.ts';
import { enterAs, newParticipant, newVerifiedResearcher } from './people.ts';
import { answerAll } from './steps.ts';
import { applyByCall, newProject, newPublished } from './studies.ts';
import { recruitingButton } from './recruiting.ts';
import { storedStages, openStage } from './study-wizard-fixtures.ts';

const phone = async (page: Page) => page.setViewportSize({ width: 360, height: 780 });

test('half women: quotas are created in stage 4, their places add up, and they are published', async ({
  visit,
  product,
}) => {
  const page = await visit();
  await phone(page);
  const { ama, project } = await openStage(page, product, 4, {
    ...storedStages,
    participantsDemographics: { ...storedStages.participantsDemographics, gender: ['FEMALE', 'MALE'] },
    studyAvailability: {
      availableDates: [addDays(today(), 1)],
      durationInMinutes: 30,
      desiredNumberOfParticipants: 12,
      availableTimes: ['09:30 AM'],
    },
  });
  await page.getByText(words.open, { exact: true }).click();
  const age = page.getByRole('checkbox', { name: words.age, exact: true });
  await age.check();
  // The draft is kept when the section is expanded again.
  await recruitingButton(page, words.open).click();
  await expect(age).toBeHidden();
  await recruitingButton(page, words.open).click();
  await expect(age).toBeChecked();
  await age.uncheck();
  await recruitingButton(page, words.make).click();
  const women = page.getByRole('textbox', { name: 'Female', exact: true });
  await expect(women).toHaveValue('6');
  await women.fill('7');
  await expect(page.getByText(words.sum(13, 12))).toBeVisible();
  await expect(page.getByText(validation.quotasSum)).toBeVisible();
  await expect(page.getByRole('group', { name: words.open })).toHaveAccessibleDescription(
    validation.quotasSum,
  );
  // The section is not collapsed while it blocks publishing.
  await recruitingButton(page, words.open).click();
  await expect(women).toBeVisible();
  await women.fill('5000');
  await expect(women).toHaveValue('1000');
  await expect(recruitingButton(page, wizard.publish)).toBeDisabled();
  await recruitingButton(page, words.fit(12)).click();
  await women.fill('5');
  await page.getByRole('textbox', { name: 'Male', exact: true }).fill('7');
  await expect(page.getByText(words.sum(12, 12))).toBeVisible();
  await expectToFitWidth(page);
  // The quotas are stored on this device, like the rest of the plan.
  await page.reload();
  await expect(women).toHaveValue('5');
  const region = page.getByRole('checkbox', { name: words.region, exact: true });
  await region.check();
  await recruitingButton(page, words.census).click();
  await expect(page.getByText(words.sum(12, 12))).toBeVisible();
  // Age is not ticked, so it does not divide the places.
  await expect(page.getByRole('textbox', { name: 'Female, Ashanti', exact: true })).toBeVisible();
  await expect(page.getByText(/has no place: .*Female, Ahafo/)).toBeVisible();
  await expectToFitWidth(page);
  await region.uncheck();
  await recruitingButton(page, words.make).click();
  await recruitingButton(page, wizard.publish).click();
  await expect(page.getByText(wizard.published)).toBeVisible();
  const query = { page: '0', size: '10' };
  const [made] = await callProduct(product, listProjectStudies, { as: ama, params: { id: project }, query });
  const params = { id: made?.id ?? '' };
  expect(await callProduct(product, readStudy, { as: ama, params })).toMatchObject({
    quotas: [
      { gender: 'FEMALE', places: 6 },
      { gender: 'MALE', places: 6 },
    ],
  });
});

test('a quota fills during an application, is charted, and one press moves a place and accepts', async ({
  visit,
  product,
}) => {
  const [researcher, ...people] = await Promise.all([
    newVerifiedResearcher(product),
    newParticipant(product),
    newParticipant(product),
    newParticipant(product),
  ]);
  const [first, second, third] = people;
  if (!first || !second || !third) throw new Error('Three people');
  const project = await newProject(product, researcher, 'Groups');
  const study = await newPublished(
    product,
    researcher,
    project.id,
    { publicName: 'Half of each' },
    {
      desiredNumberOfParticipants: 3,
      quotas: [
        { gender: 'FEMALE', places: 1 },
        { gender: 'MALE', places: 2 },
      ],
    },
  );
  const one = await applyByCall(product, first, study);
  await applyByCall(product, second, study);
  const page = await visit();
  await phone(page);
  await test.step('the quota fills while a third person applies', async () => {
    await enterAs(page, third, paths.studyApply(study.id));
    await answerAll(page, study);
    await callProduct(product, decideApplicants, {
      as: researcher,
      params: { id: study.id },
      body: { applicationIds: [one.id], status: 'ACCEPTED' },
    });
    await recruitingButton(page, applicationWords.submit).click();
    await expect(page.getByRole('heading', { name: applicationWords.enoughTitle })).toBeVisible();
    await page.reload();
    await expect(page.getByRole('heading', { name: applicationWords.enoughTitle })).toBeVisible();
    await expectToFitWidth(page);
  });
  const desk = await visit();
  await phone(desk);
  await test.step('its page charts it', async () => {
    await enterAs(desk, researcher, paths.study(study.id));
    const women = desk.getByRole('row').filter({ hasText: 'Female' });
    await expect(women).toContainText(words.acceptedCount(1, 1));
    await expect(women).toContainText(words.full);
    await recruitingButton(desk, words.groupReachLabel('Male')).click();
    await expect(desk.getByRole('row').filter({ hasText: 'Male' }).last()).toContainText(/fit/);
    await expectToFitWidth(desk);
    await withTextSize(desk, 200, () => expectToFitWidth(desk));
  });
  await test.step('a place is moved', async () => {
    await desk.goto(`/dashboard/study-applicants/${study.id}?status=PENDING`);
    await desk.getByRole('checkbox', { name: applicantWords.selectShown(1) }).check();
    await recruitingButton(desk, applicantWords.acceptCount(1)).click();
    await expect(desk.getByText(applicantWords.undecidedBecause.QUOTA_IS_FULL(1))).toBeVisible();
    await expectToFitWidth(desk);
    await recruitingButton(desk, words.move('Female')).click();
    await expect(recruitingButton(desk, words.move('Female'))).toBeHidden();
    const read = () => callProduct(product, readStudy, { as: researcher, params: { id: study.id } });
    await expect.poll(read).toMatchObject({
      acceptedCount: 2,
      quotas: [{ places: 2 }, { places: 1 }],
    });
  });
  await test.step('places are moved between the quotas on the study page', async () => {
    await desk.goto(paths.study(study.id));
    await recruitingButton(desk, words.movePlaces).click();
    const dialog = desk.getByRole('dialog', { name: words.movePlaces });
    const save = dialog.getByRole('button', { name: words.savePlaces });
    const women = dialog.getByRole('textbox', { name: words.groupPlacesLabel('Female') });
    await women.fill('1');
    await dialog.getByRole('textbox', { name: words.groupPlacesLabel('Male') }).fill('2');
    await expect(dialog.getByText(words.sum(3, 3))).toBeVisible();
    // Two women are accepted.
    await expect(save).toBeDisabled();
    await women.fill('3');
    await dialog.getByRole('textbox', { name: words.groupPlacesLabel('Male') }).fill('0');
    await expectToFitWidth(desk);
    await save.click();
    await expect(desk.getByText(words.placesMoved)).toBeVisible();
    await expect(desk.getByRole('row').filter({ hasText: 'Female' })).toContainText(
      words.acceptedCount(2, 3),
    );
    await expect(desk.getByText(words.noPlaces, { exact: true })).toBeVisible();
  });
  await test.step('the page says who gets new places before they are added', async () => {
    await recruitingButton(desk, studyPage.morePlaces).click();
    const dialog = desk.getByRole('dialog', { name: studyPage.morePlaces });
    await dialog.getByRole('textbox', { name: studyPage.placesInAll }).fill('5');
    await expect(dialog.getByText(words.more([['Female', 2]]))).toBeVisible();
    await dialog.getByRole('button', { name: words.cancel }).click();
  });
  await test.step('the list is filtered by a quota', async () => {
    await desk.goto(`/dashboard/study-applicants/${study.id}?quota=0`);
    const group = desk.getByRole('combobox', { name: words.filter });
    await expect(group).toHaveValue('0');
    await expect(desk.getByText('Esi Owusu').first()).toBeVisible();
    await group.selectOption('Male');
    await expect(desk.getByText(applicantWords.noneMatchTitle)).toBeVisible();
    await expectToFitWidth(desk);
  });
});
