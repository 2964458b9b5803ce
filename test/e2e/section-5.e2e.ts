import type { Locator, Page } from '@playwright/test';
import { authWords as auth } from '@app/words/auth.ts';
import { choiceWords } from '@app/words/choices.ts';
import { kycWords as kyc } from '@app/words/kyc.ts';
import { profileChoiceWords } from '@app/words/profile-choices.ts';
import { projectWords as projects } from '@app/words/projects.ts';
import { studyWizardWords as wizard } from '@app/words/study-wizard.ts';
import { SECTION_5_TEXTS } from '../rules/spec-texts.ts';
import { WIDTHS } from '../support/sizes.ts';
import { untilAlive } from './wait-until.ts';
import { expect, test } from './fixtures.ts';
import { be } from './steps.ts';
import { storedStages, openStage } from './study-wizard-fixtures.ts';

type Text = (typeof SECTION_5_TEXTS)[number];

const field = (page: Page, name: string) => page.getByRole('textbox', { name, exact: true });

async function leaveEmpty(input: Locator): Promise<void> {
  await input.fill('x');
  await input.fill('');
}

/** Both widths are tested: a phone has no Tab key, and its user touches elements instead. */
for (const width of WIDTHS) {
  test(`S-301 S-304 S-305 S-311 S-312 S-313 S-314 S-502 S-703 each text of section 5 is shown on a screen, at ${width} px @full`, async ({
    visit,
    visitByPhone,
    product,
  }) => {
    const open = () => (width === 360 ? visitByPhone() : visit());
    const read = new Set<Text>();
    /** Keeps the owner's double spaces, and accepts any number for a limit. */
    async function reads(page: Page, text: Text, place?: Locator): Promise<void> {
      const pattern = text.replace('.', '\\.').replace(/\{m(in|ax)\}/, '\\d+');
      const shown = () =>
        (place ?? page.locator('body')).evaluate((element) => (element as { innerText: string }).innerText);
      await expect.poll(shown, text).toMatch(new RegExp(pattern));
      read.add(text);
    }

    await test.step('sign-up and log-in', async () => {
      const page = await open();
      await page.route('**/users/exists-by-email?*', (route) => route.abort());
      await page.goto('/signup');
      await untilAlive(page);
      await field(page, auth.email).fill('esi@example');
      await reads(page, 'Value is not a valid email address');
      await field(page, auth.email).fill('esi@example.test');
      await reads(page, 'Unable to check if email exists');
      await page.getByLabel(auth.password, { exact: true }).fill('short');
      await reads(page, 'This field should be at least {min} characters long');
      await page.goto('/login');
      await untilAlive(page);
      await leaveEmpty(page.getByLabel(auth.password, { exact: true }));
      await reads(page, 'Value is required');
    });

    await test.step('company information', async () => {
      const page = await open();
      await be(page, 'yaw');
      await page.goto('/dashboard/kyc');
      await field(page, kyc.companyNameLabel).fill('Darko');
      await field(page, kyc.businessNameLabel).fill('Darko Ltd');
      await page.getByLabel(kyc.industryLabel).selectOption(profileChoiceWords.industry.CONSULTING);
      await page.getByRole('button', { name: kyc.continue }).click();
      await field(page, kyc.websiteLabel).fill('no address');
      await reads(page, 'The value is not a valid URL address');
    });

    await test.step('a project', async () => {
      const page = await open();
      await be(page, 'ama');
      await page.goto('/dashboard/create-project');
      await leaveEmpty(field(page, projects.nameLabel));
      await reads(page, 'Please enter your project name');
    });

    await test.step('stage 1', async () => {
      const page = await open();
      await openStage(page, product, 1);
      await leaveEmpty(field(page, wizard.nameLabel));
      await reads(page, 'Please enter your study name');
      await leaveEmpty(field(page, wizard.publicNameLabel));
      await reads(page, 'Please enter your public study name');
      await leaveEmpty(field(page, wizard.descriptionLabel));
      await reads(page, 'Please enter your study description');
      const device = page.getByText(choiceWords.deviceRequirements.TABLET, { exact: true });
      await device.click();
      await device.click();
      await reads(page, 'Please select a device');
    });

    await test.step('stage 2: input stays, and its error is shown', async () => {
      const page = await open();
      await openStage(page, product, 2);
      const [minimum, maximum] = [field(page, wizard.minimumAgeLabel), field(page, wizard.maximumAgeLabel)];
      await leaveEmpty(minimum);
      await reads(page, 'Please enter minimum age');
      await minimum.fill('-5');
      await reads(page, 'Please enter a valid age');
      await minimum.fill('40');
      await maximum.fill('39');
      await reads(page, 'Maximum  must be more than minimum');
      await maximum.fill('0');
      await reads(page, 'The minimum value allowed is {min}');
      await maximum.fill('150');
      await reads(page, 'The maximum value allowed is {max}');
      await expect(maximum).toHaveValue('150');
    });

    await test.step('stage 4', async () => {
      const page = await open();
      await openStage(page, product, 4, storedStages);
      const times = page.getByRole('button', { name: wizard.timesLabel });
      if (width === 360) await times.tap({ force: true });
      else {
        await page.getByRole('radio').first().focus();
        await page.keyboard.press('Tab');
      }
      await reads(page, 'Please select your desired duration');
      const places = field(page, wizard.participantsLabel);
      await leaveEmpty(places);
      await reads(page, 'Please enter number of participants for study');
      await places.fill('0');
      await reads(page, 'The mimimum number of participants is 1');
      await places.fill('1001');
      await reads(page, 'The maximum number of participants is 1000');

      const dates = 'Please select your desired dates';
      await page.getByRole('grid').locator('[tabindex="0"]').focus();
      await page.getByRole('button', { name: wizard.nextMonth }).focus();
      await places.focus();
      await expect(page.getByText(dates)).toHaveCount(1);
      await page.getByText(choiceWords.durationInMinutes[30], { exact: true }).click();
      await times.click();
      await page.getByRole('dialog').getByRole('button', { name: wizard.timesDone }).click();
      // One is for the days, one for the times.
      await expect(page.getByText(dates)).toHaveCount(2);
      await reads(page, dates);
    });

    expect([...read].toSorted()).toEqual([...SECTION_5_TEXTS].toSorted());
  });
}
