import type { Page } from '@playwright/test';
import { applicantWords } from '@app/words/applicants.ts';
import type { Product } from '../support/product.ts';
import { expect, test } from './fixtures.ts';
import { linkInEmail } from './emails.ts';
import { newEmail } from './people.ts';
import {
  acceptCompany,
  applyTo,
  createProject,
  createStudy,
  followVerification,
  register,
  seeApplicant,
  sendCompanyInformation,
  setUpProfile,
} from './steps.ts';

/** Each person uses a separate browser. */
type Visit = () => Promise<Page>;

/** A researcher signs up, verifies her email and sends her company information, which the admin accepts. */
export async function signUpResearcher(product: Product, visit: Visit): Promise<Page> {
  const page = await visit();
  const email = newEmail();
  const company = `Darko Research ${email.slice(4, 12)}`;
  await test.step('a researcher signs up and verifies her email', async () => {
    await register(page, '/signup', { email, firstName: 'Efia', lastName: 'Darko' });
    await followVerification(page, await linkInEmail(product, email, '/verify-email/'));
    await expect(page).toHaveURL(/\/dashboard\/projects/);
  });
  await test.step('she sends her company information, and the admin accepts it', async () => {
    await sendCompanyInformation(page, company);
    const stored = await page.evaluate(() => localStorage.getItem('user') ?? '{}');
    const { userId } = JSON.parse(stored) as { userId: string };
    const link = await linkInEmail(product, 'admin@demo.test', '/accept-company/', userId);
    await acceptCompany(await visit(), link, company);
  });
  return page;
}

/** A participant signs up, verifies their email and sets up a profile, which leads to the studies. */
export async function signUpParticipant(product: Product, visit: Visit): Promise<Page> {
  const page = await visit();
  const email = newEmail();
  await test.step('a participant signs up and sets up a profile', async () => {
    await register(page, '/participant-signup', { email, firstName: 'Kwesi', lastName: 'Appiah' });
    await followVerification(page, await linkInEmail(product, email, '/verify-email/'));
    await setUpProfile(page);
    await expect(page).toHaveURL(/\/dashboard\/browse-studies/);
  });
  return page;
}

/** A verified researcher creates a project and publishes a study. `look` runs on each of her screens. */
export async function publishStudy(researcher: Page, look?: () => Promise<unknown>) {
  const stamp = crypto.randomUUID().slice(0, 8);
  const study = { name: `Market round ${stamp}`, publicName: `Paying at the market ${stamp}` };
  await test.step('she creates a project and a study, and publishes it', async () => {
    await createProject(researcher, `Markets ${stamp}`);
    await look?.();
    await createStudy(researcher, study, look);
  });
  return study;
}

/** The participant applies, and the researcher accepts. */
export async function applyAndAccept(
  [researcher, participant]: [Page, Page],
  study: Awaited<ReturnType<typeof publishStudy>>,
  applicant: string,
): Promise<void> {
  await test.step('the participant finds the study and applies', () =>
    applyTo(participant, study.publicName));
  await test.step('the researcher sees the applicant, and accepts', async () => {
    await seeApplicant(researcher, applicant, study.name);
    await researcher.getByRole('button', { name: applicantWords.accept, exact: true }).click();
    await expect(researcher.getByText(applicantWords.decided.ACCEPTED(1, applicant))).toBeVisible();
  });
}

/** Runs from sign-up to an accepted applicant, using the links of real emails. */
export async function runMainJob(product: Product, visit: Visit): Promise<void> {
  const researcher = await signUpResearcher(product, visit);
  const study = await publishStudy(researcher);
  const participant = await signUpParticipant(product, visit);
  await applyAndAccept([researcher, participant], study, 'Kwesi Appiah');
}
