import type { Page } from '@playwright/test';
import type { Product } from '../support/product.ts';
import { expect, test } from './fixtures.ts';
import { linkInLetter } from './letters.ts';
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

/** From registering to an applicant, by the links of the real letters; each person in a browser of their own. */
export async function runMainJob(product: Product, visit: () => Promise<Page>): Promise<void> {
  const stamp = Date.now().toString(36);
  const researcherMail = `efia.${stamp}@example.test`;
  const participantMail = `kwesi.${stamp}@example.test`;
  const company = `Darko Research ${stamp}`;
  const study = { name: `Market round ${stamp}`, publicName: `Paying at the market ${stamp}` };

  const researcher = await visit();
  await test.step('a researcher registers and verifies her email', async () => {
    await register(researcher, '/signup', { email: researcherMail, firstName: 'Efia', lastName: 'Darko' });
    await followVerification(researcher, await linkInLetter(product, researcherMail, '/verify-email/'));
    await expect(researcher).toHaveURL(/\/dashboard\/projects/);
  });
  await test.step('she sends her company information, and the admin accepts it', async () => {
    await sendCompanyInformation(researcher, company);
    const stored = await researcher.evaluate(() => localStorage.getItem('user') ?? '{}');
    const { userId } = JSON.parse(stored) as { userId: string };
    const admin = await visit();
    await acceptCompany(
      admin,
      await linkInLetter(product, 'admin@demo.test', '/accept-company/', userId),
      company,
    );
  });
  await test.step('she creates a project and a study, and publishes it', async () => {
    await createProject(researcher, `Markets ${stamp}`);
    await createStudy(researcher, study);
  });

  const participant = await visit();
  await test.step('a participant registers, sets up a profile, finds the study and applies', async () => {
    await register(participant, '/participant-signup', {
      email: participantMail,
      firstName: 'Kwesi',
      lastName: 'Appiah',
    });
    await followVerification(participant, await linkInLetter(product, participantMail, '/verify-email/'));
    await setUpProfile(participant);
    await applyTo(participant, study.publicName);
  });
  await test.step('the researcher sees the applicant', () =>
    seeApplicant(researcher, 'Kwesi Appiah', study.name));
}
