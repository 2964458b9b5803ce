import { type Locator, type Page, expect } from '@playwright/test';
import type { SignedInUser } from '@app/contracts/identity/person.ts';
import { accountWords as accounts } from '@app/words/accounts.ts';
import { applicationWords as apply } from '@app/words/applications.ts';
import { authWords as auth } from '@app/words/auth.ts';
import { browseWords as browse } from '@app/words/browsing.ts';
import { choiceWords } from '@app/words/choices.ts';
import { verificationWords as verification } from '@app/words/email-verification.ts';
import { frameWords as frame } from '@app/words/frame.ts';
import { myStudiesWords as myStudies } from '@app/words/my-studies.ts';
import { participantSetupWords as setUp } from '@app/words/participant-setup.ts';
import { profileChoiceWords } from '@app/words/profile-choices.ts';
import { homeWords } from '@app/words/home.ts';
import { shellWords as shell } from '@app/words/shell.ts';
import { withdrawingWords as withdrawing } from '@app/words/withdrawal.ts';
import { decideApplicants, listApplicants } from '@app/contracts/project/applicants.ts';
import type { Study } from '@app/contracts/project/studies.ts';
import type { Product } from '../support/product.ts';
import { callProduct } from './call-product.ts';
import { untilAlive } from './wait-until.ts';
import { linkInEmail } from './emails.ts';
import { newEmail } from './people.ts';
import { SCREEN_PASSWORD } from './steps.ts';
import { newStudy } from './studies.ts';

/** One participant on a phone and the study that she finds: the data for all steps of her day. */
export interface Day {
  page: Page;
  product: Product;
  email: string;
  researcher: SignedInUser;
  study: Study;
}

/** Starts where the previous step ended, and ends when the screen shows its result. */
export type Step = readonly [name: string, act: (day: Day) => Promise<unknown>];

/** No other test counts the studies of this gender. */
export async function newDay(page: Page, product: Product): Promise<Day> {
  const { researcher, study } = await newStudy(product, {
    publicName: `How does a phone pay ${crypto.randomUUID().slice(0, 8)}`,
    gender: ['OTHERS'],
  });
  return { page, product, email: newEmail(), researcher, study };
}

const field = (page: Page, name: string) => page.getByRole('textbox', { name, exact: true });
const button = (page: Page | Locator, name: string) => page.getByRole('button', { name, exact: true });
const heading = (page: Page, name: string) => page.getByRole('heading', { level: 1, name, exact: true });
const tap = (page: Page, name: string) => button(page, name).tap();
const choose = (page: Page, group: string, name: string) =>
  page
    .getByRole('radiogroup', { name: group })
    .or(page.getByRole('group', { name: group }))
    .getByText(name, { exact: true })
    .tap();
const applicationOf = ({ page, study }: Day) =>
  page
    .getByRole('main')
    .getByRole('listitem')
    .filter({ has: page.getByRole('heading', { name: study.publicName }) });
const expectStatus = (day: Day, status: keyof typeof choiceWords.applicationStatus) =>
  expect(applicationOf(day).getByText(choiceWords.applicationStatus[status], { exact: true })).toBeVisible();

async function openByMenu(page: Page, name: string): Promise<void> {
  await tap(page, shell.openMenu);
  await page.getByRole('dialog').getByRole('link', { name, exact: true }).tap();
  await expect(page.getByRole('dialog')).toBeHidden();
}

/** The first visit goes from the home page to the application. */
export const firstVisit: readonly Step[] = [
  [
    'opens the home page',
    async ({ page }) => {
      await page.goto('/');
      await expect(heading(page, homeWords.heading)).toBeVisible();
    },
  ],
  [
    'opens the sign-up',
    async ({ page }) => {
      await page.getByRole('main').getByRole('link', { name: frame.takePart }).first().tap();
      await expect(heading(page, auth.participantSignUpHeading)).toBeVisible();
      await untilAlive(page);
    },
  ],
  [
    'signs up',
    async ({ page, email }) => {
      await field(page, auth.firstName).fill('Esi');
      await field(page, auth.lastName).fill('Blankson');
      // Normal typing gives the address check time to run.
      const lookUp = page.waitForRequest((request) => request.url().includes('/exists-by-email'));
      await field(page, auth.email).fill(email);
      await lookUp;
      await page.getByLabel(auth.password, { exact: true }).fill(SCREEN_PASSWORD);
      await page.getByRole('checkbox').tap();
      await tap(page, auth.createAccount);
      await expect(heading(page, verification.verifyingConfirmation.heading)).toBeVisible();
    },
  ],
  [
    'follows the link in the email',
    async ({ page, product, email }) => {
      // The page's address may differ from the one in the email.
      await page.goto(new URL(await linkInEmail(product, email, '/verify-email/')).pathname);
      await expect(heading(page, browse.heading)).toBeVisible();
    },
  ],
  [
    'opens the set-up',
    async ({ page }) => {
      await page.getByRole('link', { name: shell.getStarted }).tap();
      await expect(heading(page, setUp.stages.demographics.heading)).toBeVisible();
    },
  ],
  [
    'fills in demographics',
    async ({ page }) => {
      await field(page, setUp.day).fill('18');
      await page.getByLabel(setUp.month).selectOption('April');
      await field(page, setUp.year).fill('1996');
      await choose(page, setUp.gender, choiceWords.gender.OTHERS);
      await page.getByLabel(setUp.education).selectOption(choiceWords.education.DIPLOMA);
      const income = choiceWords.annualHouseholdIncome.BETWEEN_10000_30000;
      await choose(page, setUp.annualHouseholdIncome, income);
      await page.getByLabel(setUp.region).selectOption(profileChoiceWords.region.ASHANTI);
      await field(page, setUp.city).fill('Kumasi');
      await tap(page, setUp.next);
      await expect(heading(page, setUp.stages.employment.heading)).toBeVisible();
    },
  ],
  [
    'fills in employment',
    async ({ page }) => {
      const { employmentStatus, jobRole, industry } = profileChoiceWords;
      await page.getByLabel(setUp.employmentStatus).selectOption(employmentStatus.FREELANCER);
      await page.getByLabel(setUp.jobRole).selectOption(jobRole.SALES_TRADING);
      await page.getByLabel(setUp.industry).selectOption(industry.RETAIL_TRADE);
      await tap(page, setUp.next);
      await expect(heading(page, setUp.stages['technical-details'].heading)).toBeVisible();
    },
  ],
  [
    'fills in technical details',
    async ({ page }) => {
      const { phoneOs, computerOs, tabletOs, browser } = profileChoiceWords;
      await choose(page, setUp.phoneOs, phoneOs.ANDROID);
      await choose(page, setUp.computerOs, computerOs.NO_COMPUTER);
      await choose(page, setUp.tabletOs, tabletOs.NO_TABLET);
      await page.getByRole('checkbox', { name: browser.CHROME }).check();
      await choose(page, setUp.hasInternet, setUp.yesNo.YES);
      await tap(page, setUp.next);
      await expect(heading(page, setUp.stages.payment.heading)).toBeVisible();
    },
  ],
  [
    'fills in payment',
    async ({ page }) => {
      await field(page, setUp.phoneNumber).fill('024 123 4567');
      await choose(page, setUp.provider, profileChoiceWords.provider.MTN);
      await expect(field(page, setUp.accountName)).toHaveValue('Esi Blankson');
      await tap(page, setUp.submit);
      await expect(page.getByRole('dialog', { name: setUp.doneTitle })).toBeVisible();
    },
  ],
  [
    'continues to the studies',
    async ({ page, study }) => {
      await tap(page, setUp.toBrowse);
      await expect(page.getByRole('heading', { name: study.publicName })).toBeVisible();
    },
  ],
  [
    'filters the list',
    async ({ page, study }) => {
      const { durationInMinutes } = choiceWords;
      await page.getByLabel(browse.length).selectOption(browse.upTo(durationInMinutes[30]));
      await expect(page.getByRole('link', { name: browse.clearFilters })).toBeVisible();
      await expect(page.getByRole('heading', { name: study.publicName })).toBeVisible();
    },
  ],
  [
    'opens the study',
    async ({ page, study }) => {
      await page.getByRole('link', { name: `Apply to ${study.publicName}` }).tap();
      await expect(heading(page, study.publicName)).toBeVisible();
      await expect(button(page, apply.submit)).toBeVisible();
    },
  ],
  [
    'answers its questions',
    async ({ page, study }) => {
      for (const { options } of study.screeners) {
        await page.getByText(options[0]!.answer, { exact: true }).tap();
      }
      await expect(page.getByText(apply.answered(2, 2))).toBeVisible();
    },
  ],
  [
    'applies',
    async ({ page }) => {
      await tap(page, apply.submit);
      await expect(page.getByRole('dialog', { name: apply.doneTitle })).toBeVisible();
    },
  ],
];

/** These steps follow on the same day. */
export const afterwards: readonly Step[] = [
  [
    'sees the application in My Studies',
    async (day) => {
      await tap(day.page, apply.toStudies);
      await expect(heading(day.page, myStudies.heading)).toBeVisible();
      await expectStatus(day, 'PENDING');
    },
  ],
  [
    'is accepted, and sees it live',
    async (day) => {
      const { product, researcher: as, study } = day;
      const params = { id: study.id };
      const [application] = await callProduct(product, listApplicants, { as, params });
      const body = { applicationIds: [application!.id], status: 'ACCEPTED' };
      await callProduct(product, decideApplicants, { as, params, body });
      await expectStatus(day, 'ACCEPTED');
    },
  ],
  [
    'opens My Accounts',
    async ({ page }) => {
      await openByMenu(page, shell.myAccounts);
      await expect(heading(page, accounts.heading)).toBeVisible();
      await expect(page.getByText('+233 •• ••• 4567')).toBeVisible();
    },
  ],
  [
    'changes the payment number',
    async ({ page }) => {
      await tap(page, accounts.changeLabel(accounts.payment));
      await field(page, setUp.phoneNumber).fill('020 765 4321');
      await choose(page, setUp.provider, profileChoiceWords.provider.TELECEL);
      await page.getByLabel(accounts.paymentPassword, { exact: true }).fill(SCREEN_PASSWORD);
      await tap(page, accounts.save);
      await expect(page.getByText('+233 •• ••• 4321')).toBeVisible();
    },
  ],
  [
    'opens My Studies again',
    async (day) => {
      await openByMenu(day.page, shell.myStudies);
      await expectStatus(day, 'ACCEPTED');
    },
  ],
  [
    'withdraws',
    async (day) => {
      const { page, study } = day;
      await tap(page, myStudies.withdrawFrom(study.publicName));
      await button(page.getByRole('dialog'), withdrawing.action).tap();
      await expectStatus(day, 'WITHDRAWN');
      await expect(page.getByRole('dialog')).toBeHidden();
    },
  ],
  [
    'logs out',
    async ({ page }) => {
      await tap(page, shell.openMenu);
      await button(page.getByRole('dialog'), shell.logOut).tap();
      await expect(heading(page, homeWords.heading)).toBeVisible();
    },
  ],
];

export const wholeDay: readonly Step[] = [...firstVisit, ...afterwards];

/** Runs the steps in order; between them `between` may cut the network or take a measurement. */
export async function runSteps(
  day: Day,
  steps: readonly Step[],
  between: (name: string) => Promise<unknown> = async () => {},
): Promise<void> {
  for (const [name, act] of steps) {
    await act(day);
    await between(name);
  }
}
