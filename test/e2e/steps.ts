import type { Page, Locator } from '@playwright/test';
import { IDENTITY_BASE } from '@app/contracts/bases.ts';
import type { Study } from '@app/contracts/project/studies.ts';
import { DEMO_PASSWORD, DEMO_PEOPLE } from '@app/demo/people.ts';
import { applicationWords as apply } from '@app/words/applications.ts';
import { browseWords as browse } from '@app/words/browsing.ts';
import { participantSetupWords as setup } from '@app/words/participant-setup.ts';
import { shellWords as shell } from '@app/words/shell.ts';
import { shellNoticeWords as notices } from '@app/words/shell-modals.ts';
import { authWords as auth } from '@app/words/auth.ts';
import { applicantWords } from '@app/words/applicants.ts';
import { choiceWords } from '@app/words/choices.ts';
import { decideCompanyWords } from '@app/words/decide-company.ts';
import { kycWords as kyc } from '@app/words/kyc.ts';
import { profileChoiceWords } from '@app/words/profile-choices.ts';
import { projectWords as projects } from '@app/words/projects.ts';
import { studyDialogWords as dialogs } from '@app/words/study-dialogs.ts';
import { studyWizardWords as wizard } from '@app/words/study-wizard.ts';
import { expect } from './fixtures.ts';
import { putItems } from './stored-items.ts';

/** Steps of people on the screens, by the names that a screen reader would say. */
export const SCREEN_PASSWORD = 'good conversation 57';

const field = (page: Page, name: string) => page.getByRole('textbox', { name, exact: true });
const press = (page: Page, name: string) => page.getByRole('button', { name, exact: true }).click();

/** Ticks a box or radio by its label; some inputs are hidden behind their card. */
async function choose(page: Page, group: string, choice: string): Promise<void> {
  await page
    .getByRole('group', { name: group })
    .or(page.getByRole('radiogroup', { name: group }))
    .getByText(choice, { exact: true })
    .click();
}

/** Signs in as a demo person by the real call, like the demo's own page. */
export async function be(
  page: Page,
  who: keyof typeof DEMO_PEOPLE,
): Promise<{ userId: string; token: string }> {
  const answer = await page.request.post(`${IDENTITY_BASE}/auth/login/email-password`, {
    data: { email: DEMO_PEOPLE[who].email, password: DEMO_PASSWORD },
  });
  const { content } = (await answer.json()) as { content: { userId: string; token: string } };
  await putItems(page, { user: content });
  return content;
}

export async function register(
  page: Page,
  path: string,
  person: { email: string; firstName: string; lastName: string },
): Promise<void> {
  await page.goto(path);
  await field(page, auth.firstName).fill(person.firstName);
  await field(page, auth.lastName).fill(person.lastName);
  await field(page, auth.email).fill(person.email);
  await page.getByLabel(auth.password, { exact: true }).fill(SCREEN_PASSWORD);
  await page.getByRole('checkbox').check();
  await press(page, auth.createAccount);
  await expect(page).toHaveURL(new RegExp(`/verifying-confirmation/`));
}

export async function followVerification(page: Page, link: string): Promise<void> {
  await page.goto(link);
  await expect(page.getByText(auth.verified)).toBeVisible();
  await expect(page).toHaveURL(/\/dashboard\//);
}

export async function sendCompanyInformation(page: Page, companyName: string): Promise<void> {
  await page.goto('/dashboard/kyc');
  await field(page, kyc.companyNameLabel).fill(companyName);
  await field(page, kyc.businessNameLabel).fill(`${companyName} Ltd`);
  await page.getByLabel(kyc.industryLabel).selectOption(profileChoiceWords.industry.CONSULTING);
  await press(page, kyc.continue);
  await field(page, kyc.websiteLabel).fill('darko.example.com');
  await field(page, kyc.companyLinkedUrlLabel).fill('https://www.linkedin.com/company/darko');
  await field(page, kyc.foundersLinkedInUrlLabel).fill('https://www.linkedin.com/in/darko');
  await press(page, kyc.continue);
  await press(page, kyc.submit);
  await expect(page.getByText(notices.pendingTitle)).toBeVisible();
  await press(page, notices.gotIt);
}

export async function acceptCompany(page: Page, link: string, companyName: string): Promise<void> {
  await page.goto(link);
  await press(page, decideCompanyWords.accept.button);
  await expect(
    page.getByRole('heading', { name: decideCompanyWords.accept.doneHeading(companyName) }),
  ).toBeVisible();
}

export async function createProject(page: Page, name: string): Promise<void> {
  await page.goto('/dashboard/create-project');
  await field(page, projects.nameLabel).fill(name);
  await press(page, projects.continue);
  await page.getByLabel(projects.descriptionLabel).fill('How people pay and what gets in the way.');
  await press(page, projects.createAction);
  await expect(page.getByText(projects.created)).toBeVisible();
  await expect(page.getByRole('heading', { name })).toBeVisible();
}

/** Goes from a project's page through the four stages of the wizard. */
export async function createStudy(
  page: Page,
  study: { name: string; publicName: string },
  look?: () => Promise<unknown>,
): Promise<void> {
  await fillStudy(page, study, look);
  await look?.();
  await press(page, wizard.publish);
  await expect(page.getByText(wizard.published)).toBeVisible();
  await expect(page.getByText(study.name)).toBeVisible();
}

/** Does everything but the last press. `look` runs on each completed stage. */
export async function fillStudy(
  page: Page,
  study: { name: string; publicName: string },
  look?: () => Promise<unknown>,
): Promise<void> {
  await page.getByRole('link', { name: projects.createStudy }).first().click();
  await field(page, wizard.nameLabel).fill(study.name);
  await field(page, wizard.publicNameLabel).fill(study.publicName);
  await page
    .getByLabel(wizard.descriptionLabel)
    .fill('We talk for half an hour about how you pay and are paid.');
  await choose(page, wizard.devicesLabel, choiceWords.deviceRequirements.MOBILE_PHONE);
  await look?.();
  await press(page, wizard.continue);

  await expect(page.getByText(wizard.eligibleNotice)).toBeVisible();
  await page.getByLabel(wizard.minimumAgeLabel).fill('18');
  await page.getByLabel(wizard.maximumAgeLabel).fill('60');
  for (const word of Object.values(choiceWords.gender)) await choose(page, wizard.genderLabel, word);
  for (const word of Object.values(choiceWords.education)) await choose(page, wizard.educationLabel, word);
  for (const word of Object.values(choiceWords.annualHouseholdIncome)) {
    await choose(page, wizard.incomeLabel, word);
  }
  await look?.();
  await press(page, wizard.continue);

  await fillScreener(page);
  await look?.();
  await press(page, wizard.saveSurvey);
  await fillPlan(page, 12);
}

/** Stage 4: two days of next month, with one time on each. */
async function fillPlan(page: Page, places: number): Promise<void> {
  await choose(page, wizard.durationLabel, choiceWords.durationInMinutes[30]);
  await page.getByLabel(wizard.participantsLabel).fill(String(places));
  await page.getByRole('button', { name: wizard.nextMonth }).click();
  const free = page.getByRole('grid').getByRole('gridcell', { name: /\d/, disabled: false });
  await free.nth(1).click();
  await free.nth(2).click();
  await page.getByRole('button', { name: new RegExp(wizard.timesEmpty) }).click();
  await page.getByRole('searchbox', { name: dialogs.timesSearch }).fill('09:');
  await page.getByRole('checkbox', { name: '09:30 AM' }).check();
  await page
    .getByRole('dialog')
    .getByRole('button', { name: new RegExp(`^${wizard.timesDone}`) })
    .click();
}

/** Stage 3: one question. */
async function fillScreener(page: Page): Promise<void> {
  const question = page.getByRole('textbox', { name: wizard.questionLabel });
  if ((await question.count()) === 0) await page.getByRole('button', { name: wizard.questionType }).click();
  await question.fill('How do you pay at the market?');
  await field(page, wizard.choiceLabel(1)).fill('Mobile money');
  await field(page, wizard.choiceLabel(2)).fill('Cash only');
  await page.getByLabel(wizard.eligibilityLabel(1)).selectOption(choiceWords.eligibility.QUALIFY);
  await page.getByLabel(wizard.eligibilityLabel(2)).selectOption(choiceWords.eligibility.DISQUALIFY);
}

/** `lookAt` runs on the final sheet; the caller can choose which button to press there. */
export async function setUpProfile(
  page: Page,
  { lookAt, way = setup.toBrowse }: { lookAt?: (done: Locator) => Promise<void>; way?: string } = {},
): Promise<void> {
  await page.goto('/dashboard/participant-setup');
  await page.getByRole('textbox', { name: setup.day }).fill('18');
  await page.getByRole('combobox', { name: setup.month }).selectOption(setup.months[3]);
  await page.getByRole('textbox', { name: setup.year }).fill('1996');
  await choose(page, setup.gender, choiceWords.gender.FEMALE);
  await page.getByLabel(setup.education).selectOption(choiceWords.education.DIPLOMA);
  await choose(page, setup.annualHouseholdIncome, choiceWords.annualHouseholdIncome.BETWEEN_10000_30000);
  await page.getByLabel(setup.region).selectOption(profileChoiceWords.region.ASHANTI);
  await field(page, setup.city).fill('Kumasi');
  await press(page, setup.next);
  await page.getByLabel(setup.employmentStatus).selectOption(profileChoiceWords.employmentStatus.FREELANCER);
  await page.getByLabel(setup.jobRole).selectOption(profileChoiceWords.jobRole.SALES_TRADING);
  await page.getByLabel(setup.industry).selectOption(profileChoiceWords.industry.RETAIL_TRADE);
  await press(page, setup.next);
  await choose(page, setup.phoneOs, profileChoiceWords.phoneOs.ANDROID);
  await choose(page, setup.computerOs, profileChoiceWords.computerOs.NO_COMPUTER);
  await choose(page, setup.tabletOs, profileChoiceWords.tabletOs.NO_TABLET);
  await page.getByRole('checkbox', { name: profileChoiceWords.browser.CHROME }).check();
  await choose(page, setup.hasInternet, setup.yesNo.YES);
  await press(page, setup.next);
  await field(page, setup.phoneNumber).fill('024 123 4567');
  await page.getByRole('radio', { name: profileChoiceWords.provider.MTN }).check();
  await press(page, setup.submit);
  const done = page.getByRole('dialog', { name: setup.doneTitle });
  await expect(done).toBeVisible();
  await lookAt?.(done);
  await done.getByText(way, { exact: true }).click();
}

export async function applyTo(page: Page, publicName: string): Promise<void> {
  await expect(page).toHaveURL(/browse-studies/);
  await page.getByRole('link', { name: browse.apply + browse.applyTo(publicName) }).click();
  await expect(page.getByRole('heading', { name: publicName, level: 1 })).toBeVisible();
  await page.getByText('Mobile money', { exact: true }).click();
  await press(page, apply.submit);
  await expect(page.getByRole('dialog', { name: apply.doneTitle })).toBeVisible();
  await press(page, apply.toStudies);
  await expect(page.getByText(publicName)).toBeVisible();
  await expect(page.getByText(choiceWords.applicationStatus.PENDING, { exact: true }).first()).toBeVisible();
}

/** Selects the first answer to each question of the open study. */
export async function answerAll(page: Page, { screeners }: Pick<Study, 'screeners'>): Promise<void> {
  for (const { question } of screeners) {
    await page.getByRole('radiogroup', { name: question }).getByRole('radio').first().check();
  }
}

/** Returns whether the list has a study of that name, once the list has loaded. */
export async function isListed(page: Page, publicName: string): Promise<boolean> {
  await expect(page.getByRole('status').filter({ hasText: /\d/ }).first()).toBeVisible();
  return (await page.getByRole('heading', { name: publicName, exact: true }).count()) > 0;
}

/** Goes from any page to the applicant by the application's notification. */
export async function seeApplicant(page: Page, name: string, study: string): Promise<void> {
  await page.goto('/dashboard/projects');
  await page.getByRole('button', { name: new RegExp(shell.notifications('0').replace('0', '\\d+')) }).click();
  await page
    .getByRole('region', { name: shell.recentNotifications })
    .getByRole('link')
    .filter({ hasText: study })
    .click();
  await expect(page.getByRole('heading', { name: applicantWords.heading, level: 1 })).toBeVisible();
  const table = page.getByRole('table', { name: applicantWords.tableLabel });
  await expect(table.getByText(applicantWords.qualified, { exact: true })).toBeVisible();
  // A notification of one applicant leads to their open details.
  await expect(table.getByRole('button', { name, exact: true })).toHaveAttribute('aria-expanded', 'true');
  await expect(table.getByText('How do you pay at the market?')).toBeVisible();
}
