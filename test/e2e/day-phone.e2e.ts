import type { Page } from '@playwright/test';
import { applicantWords as applicants } from '@app/words/applicants.ts';
import { authWords as auth } from '@app/words/auth.ts';
import { choiceWords } from '@app/words/choices.ts';
import { projectWords as projects } from '@app/words/projects.ts';
import { shellWords as shell } from '@app/words/shell.ts';
import { studyWizardWords as wizard } from '@app/words/study-wizard.ts';
import { listApplicants } from '@app/contracts/project/applicants.ts';
import { readStudy } from '@app/contracts/project/browsing.ts';
import { listProjectStudies, listProjects } from '@app/contracts/project/projects.ts';
import { callProduct } from './call-product.ts';
import { expect, test } from './fixtures.ts';
import { newParticipant, newVerifiedResearcher } from './people.ts';
import { expectRoomForFingers, expectToFitPhone } from './phone.ts';
import { PASSWORD } from './steps.ts';
import { applyTo } from './studies.ts';

test.use({ serviceWorkers: 'allow' });

const button = (page: Page, name: string) => page.getByRole('button', { name, exact: true });
const field = (page: Page, name: string) => page.getByRole('textbox', { name, exact: true });
const choice = (page: Page, group: string, name: string) =>
  page
    .getByRole('group', { name: group })
    .or(page.getByRole('radiogroup', { name: group }))
    .getByText(name, { exact: true });

/** The next screen stands there, and fits. */
async function arrive(page: Page, heading: string): Promise<void> {
  await expect(page.getByRole('heading', { level: 1, name: heading })).toBeVisible();
  await expectToFitPhone(page);
}

test('S-202 S-301 S-303 S-315 the researcher’s whole day on a phone of 360 px, by touch', async ({
  visitByPhone,
  product,
}) => {
  const [researcher, participant] = await Promise.all([
    newVerifiedResearcher(product),
    newParticipant(product),
  ]);
  const page = await visitByPhone();

  await test.step('she logs in', async () => {
    await page.goto('/login');
    await arrive(page, auth.logInHeading);
    await field(page, auth.email).fill(researcher.email);
    await page.getByLabel(auth.password, { exact: true }).fill(PASSWORD);
    await button(page, auth.logIn).tap();
    await arrive(page, projects.listHeading);
  });

  await test.step('the menu is one sheet, and leads where the side menu does', async () => {
    await button(page, shell.openMenu).tap();
    const sheet = page.getByRole('dialog');
    await expect(sheet).toBeVisible();
    await expectToFitPhone(page);
    await sheet.getByRole('link', { name: shell.myAccounts }).tap();
    await expect(page).toHaveURL(/\/dashboard\/accounts/);
    await expectToFitPhone(page);
    await page.getByRole('link', { name: shell.back }).tap();
    await arrive(page, projects.listHeading);
  });

  await test.step('she creates a project', async () => {
    await page.getByRole('link', { name: projects.newProject }).first().tap();
    await arrive(page, projects.createHeading);
    await field(page, projects.nameLabel).fill('By finger');
    await button(page, projects.continue).tap();
    await arrive(page, projects.descriptionHeading);
    await page.getByLabel(projects.descriptionLabel).fill('On the bus.');
    await button(page, projects.createAction).tap();
    await arrive(page, 'By finger');
  });

  await test.step('the four stages of a study', async () => {
    await page.getByRole('link', { name: projects.createStudy }).first().tap();
    await arrive(page, wizard.detailsHeading);
    await field(page, wizard.nameLabel).fill('Fingers only');
    await field(page, wizard.publicNameLabel).fill('A talk about fingers');
    await page.getByLabel(wizard.descriptionLabel).fill('We talk for half an hour.');
    await choice(page, wizard.devicesLabel, choiceWords.deviceRequirements.MOBILE_PHONE).tap();
    await button(page, wizard.continue).tap();

    await arrive(page, wizard.demographicsHeading);
    await page.getByLabel(wizard.minimumAgeLabel).fill('18');
    await page.getByLabel(wizard.maximumAgeLabel).fill('60');
    await choice(page, wizard.genderLabel, choiceWords.gender.FEMALE).tap();
    await choice(page, wizard.educationLabel, choiceWords.education.BACHELORS_DEGREE).tap();
    await choice(page, wizard.incomeLabel, choiceWords.annualHouseholdIncome.BETWEEN_10000_30000).tap();
    await button(page, wizard.continue).tap();

    await arrive(page, wizard.screenerHeading);
    const question = field(page, wizard.questionLabel);
    if ((await question.count()) === 0) await button(page, wizard.questionType).tap();
    await question.fill('How do you pay?');
    await field(page, wizard.choiceLabel(1)).fill('Mobile money');
    await page.getByLabel(wizard.eligibilityLabel(1)).selectOption('QUALIFY');
    await field(page, wizard.choiceLabel(2)).fill('Cash');
    await expectToFitPhone(page);
    await button(page, wizard.saveSurvey).tap();

    await arrive(page, wizard.publishHeading);
    await choice(page, wizard.durationLabel, choiceWords.durationInMinutes[30]).tap();
    await page.getByLabel(wizard.participantsLabel).fill('3');
    await button(page, wizard.nextMonth).tap();
    const days = page.getByRole('grid').getByRole('gridcell', { name: /\d/, disabled: false });
    await days.nth(1).tap();
    await days.nth(2).tap();
    await page.getByRole('button', { name: new RegExp(wizard.timesEmpty) }).tap();
    await expect(page.getByRole('dialog', { name: wizard.timesLabel })).toBeVisible();
    await expectToFitPhone(page);
    await page.getByRole('checkbox', { name: '09:30 AM' }).tap();
    await page
      .getByRole('dialog')
      .getByRole('button', { name: new RegExp(`^${wizard.timesDone}`) })
      .tap();
    await expectToFitPhone(page);
    await button(page, wizard.publish).tap();
    await arrive(page, 'By finger');
    await expect(page.getByRole('heading', { name: 'Fingers only' })).toBeVisible();
  });

  const [project] = await callProduct(product, listProjects, { as: researcher });
  const params = { id: project!.id };
  const [summary] = await callProduct(product, listProjectStudies, { as: researcher, params });
  const study = await callProduct(product, readStudy, { as: researcher, params: { id: summary!.id } });
  if (study.audience !== 'RESEARCHER') throw new Error('It is her own study');
  await applyTo(product, participant, study);

  await test.step('a notification leads to the applicant, whom she accepts', async () => {
    await page.getByRole('main').getByRole('link', { name: projects.backToList }).tap();
    await page.getByRole('button', { name: new RegExp(`^${shell.notifications('')}, \\d+ unread`) }).tap();
    const popup = page.getByRole('region', { name: shell.recentNotifications });
    await expect(popup.getByRole('link').first()).toBeVisible();
    await expectRoomForFingers(page);
    await popup
      .getByRole('link', { name: /applied/ })
      .first()
      .tap();
    await arrive(page, applicants.heading);
    await expect(button(page, applicants.accept)).toBeVisible();
    await expectToFitPhone(page);
    await button(page, applicants.accept).tap();
    const name = `${participant.firstName} ${participant.lastName}`;
    await expect(page.getByText(applicants.decided.ACCEPTED(1, name))).toBeVisible();
  });
  const [applied] = await callProduct(product, listApplicants, { as: researcher, params: { id: study.id } });
  expect(applied?.status).toBe('ACCEPTED');
});
