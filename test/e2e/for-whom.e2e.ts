import type { Page } from '@playwright/test';
import { type Demographic, submitUserInformation } from '@app/contracts/identity/profile.ts';
import { paths, sharedStudyPath } from '@app/contracts/web-paths.ts';
import { applicantWords } from '@app/words/applicants.ts';
import { applyWords } from '@app/words/apply.ts';
import { choiceWords } from '@app/words/choices.ts';
import { consentingWords } from '@app/words/consenting.ts';
import { ethicsWords } from '@app/words/ethics.ts';
import { furtherWords } from '@app/words/further-criteria.ts';
import { meetingPlanWords } from '@app/words/meeting-plan.ts';
import { notAgainWords } from '@app/words/not-again.ts';
import { notices } from '@app/words/notices.ts';
import { profileChoiceWords } from '@app/words/profile-choices.ts';
import { projectWords } from '@app/words/projects.ts';
import { homeWords } from '@app/words/public.ts';
import { quotaWords } from '@app/words/quotas.ts';
import { studyFactsWords } from '@app/words/study-facts.ts';
import { studyPageWords } from '@app/words/study-page.ts';
import { studyWizardWords as wizard } from '@app/words/study-wizard.ts';
import { dayAhead } from '../../services/project/test/studies.ts';
import { profileBody } from '../support/people.ts';
import type { Product } from '../support/product.ts';
import { WIDTHS } from '../support/sizes.ts';
import { callProduct } from './call-product.ts';
import { expect, test } from './fixtures.ts';
import { expectToFitWidth } from './letter-size.ts';
import { enterAs, newPerson, newVerifiedResearcher } from './people.ts';
import { expectToFitPhone } from './phone.ts';
import { follow } from './popup.ts';
import { fillPlan, fillScreener, isListed } from './steps.ts';
import { applyTo, newProject, newPublished } from './studies.ts';

const { region, language } = profileChoiceWords;
const COMMITTEE = ethicsWords.committees[1];
const CONSENT = 'We talk for half an hour and record it. You may stop at any time.';

const button = (page: Page, name: string) => page.getByRole('button', { name, exact: true });
const field = (page: Page, name: string) => page.getByRole('textbox', { name, exact: true });
const tick = (page: Page, name: string | RegExp) => page.getByRole('checkbox', { name, exact: true }).check();

/** Somebody whose set-up says so. */
async function newcomer(product: Product, given: Partial<Demographic>) {
  const user = await newPerson(product, 'PARTICIPANT');
  return callProduct(product, submitUserInformation, { as: user, body: profileBody(user.userId, given) });
}

const ashanti = { region: 'ASHANTI', languages: ['ENGLISH', 'TWI'] } satisfies Partial<Demographic>;
const bono = { region: 'BONO', languages: ['TWI'] } satisfies Partial<Demographic>;

for (const width of WIDTHS) {
  test(`a study for Twi speakers of Ashanti and Bono, half women, none of wave one, with approval and consent: made, found by them alone, and a group fills while somebody applies, at ${width} px`, async ({
    visit,
    visitByPhone,
    product,
  }) => {
    const visitor = width === 360 ? visitByPhone : visit;
    const expectToFit = width === 360 ? expectToFitPhone : expectToFitWidth;
    const [researcher, before] = await Promise.all([
      newVerifiedResearcher(product),
      newcomer(product, ashanti),
    ]);
    const project = await newProject(product, researcher, 'Waves');
    const first = await newPublished(product, researcher, project.id, { name: 'Wave one' });
    await applyTo(product, before, first);
    const publicName = `Talking at the market ${researcher.userId.slice(-6)}`;
    const desk = await visitor();
    const fold = (name: string) => desk.locator('details', { hasText: name }).first();
    const groups = desk.getByRole('group', { name: quotaWords.open });
    let path = '';

    await test.step('stage 1: approval and consent', async () => {
      await enterAs(desk, researcher, paths.project(project.id));
      await desk.getByRole('link', { name: projectWords.createStudy }).first().click();
      await field(desk, wizard.nameLabel).fill('Wave two');
      await field(desk, wizard.publicNameLabel).fill(publicName);
      await field(desk, wizard.descriptionLabel).fill('We talk about how you pay and are paid.');
      await tick(desk, choiceWords.deviceRequirements.MOBILE_PHONE);
      await button(desk, wizard.ethicsAndConsent).click();
      await desk.getByRole('radio', { name: ethicsWords.approval.APPROVED }).check();
      await desk.getByRole('combobox', { name: ethicsWords.committeeLabel }).fill(COMMITTEE);
      await field(desk, ethicsWords.numberLabel).fill('AP/31/27');
      await desk.getByLabel(ethicsWords.validUntilLabel).fill(dayAhead(90));
      await field(desk, ethicsWords.consentLabel).fill(CONSENT);
      await expectToFit(desk);
      await button(desk, wizard.continue).click();
    });

    await test.step('stage 2: where they live, what they speak, and not those of wave one', async () => {
      await button(desk, wizard.anyone(18)).click();
      const more = button(desk, wizard.moreAboutThem);
      await expect(more).toHaveAttribute('aria-expanded', 'false');
      await more.click();
      for (const [name, said, choices] of [
        ['regions', 'Ashanti, Bono', [region.ASHANTI, region.BONO]],
        ['languages', language.TWI, [language.TWI]],
      ] as const) {
        const summary = fold(furtherWords.names[name]).locator('summary');
        await expect(summary).toContainText(furtherWords.anybody);
        await summary.click();
        for (const choice of choices) await tick(desk, choice);
        await expect(summary).toContainText(said);
      }
      await fold(notAgainWords.title.notAgain).locator('summary').first().click();
      await desk.getByRole('checkbox', { name: /Wave one/ }).check();
      await expectToFit(desk);
      // What is chosen is seen again.
      await desk.reload();
      await expect(more).toHaveAttribute('aria-expanded', 'true');
      await expect(fold(furtherWords.names.languages).locator('summary')).toContainText(language.TWI);
      await expect(fold(notAgainWords.title.notAgain)).toContainText(notAgainWords.from(1));
      await button(desk, wizard.continue).click();
    });

    await test.step('stages 3 and 4: a question, two places, half of them for women', async () => {
      await fillScreener(desk);
      await button(desk, wizard.saveSurvey).click();
      await fillPlan(desk, 2);
      await button(desk, quotaWords.open).click();
      await button(desk, quotaWords.make).click();
      for (const gender of ['FEMALE', 'MALE'] as const)
        await expect(groups.getByLabel(choiceWords.gender[gender], { exact: true })).toHaveValue('1');
      await desk.getByRole('checkbox', { name: meetingPlanWords.isListed }).uncheck();
      await expectToFit(desk);
      await button(desk, wizard.publish).click();
      await expect(desk.getByText(wizard.published)).toBeVisible();
    });

    await test.step('its page says all of it', async () => {
      await desk.getByRole('link', { name: 'Wave two', exact: true }).click();
      await expect(desk.getByText('Ashanti, Bono', { exact: true })).toBeVisible();
      await expect(desk.getByText(furtherWords.names.jobRoles, { exact: true })).toBeHidden();
      const { who } = notAgainWords;
      await expect(desk.getByText(notAgainWords.kept([who.APPLIED], ['Wave one']))).toBeVisible();
      await expect(desk.getByText(COMMITTEE)).toBeVisible();
      await expect(desk.getByRole('row').filter({ hasText: 'Female' })).toContainText(
        quotaWords.acceptedOf(0, 1),
      );
      await expectToFit(desk);
      path = new URL(desk.url()).pathname;
    });
    const id = path.split('/').at(-1)!;

    await test.step('nobody else finds it, and no page tells them whom it is for', async () => {
      const { LANGUAGE, REGION } = applyWords.requirements;
      const others = [
        [await newcomer(product, { ...ashanti, languages: ['EWE'] }), [LANGUAGE]],
        [await newcomer(product, { ...bono, region: 'VOLTA' }), [REGION]],
        [before, []],
      ] as const;
      for (const [person, missed] of others) {
        const page = await visitor();
        await enterAs(page, person, paths.browseStudies);
        expect([missed, await isListed(page, publicName)]).toEqual([missed, false]);
        await page.goto(paths.studyApply(id));
        await expect(page.getByRole('heading', { name: applyWords.unfitTitle })).toBeVisible();
        const main = page.getByRole('main');
        await expect(main.getByRole('listitem').filter({ hasText: /^(Age|Languages|Where)/ })).toHaveText([
          ...missed,
        ]);
        for (const secret of ['Bono', language.TWI, 'Wave one']) await expect(main).not.toContainText(secret);
        await expectToFit(page);
      }
    });

    await test.step('nor does a stranger, by the public page or by its link', async () => {
      const page = await visitor();
      await page.goto(sharedStudyPath(id));
      await expect(page.getByRole('main')).toContainText(homeWords.sentStudy);
      for (const address of [paths.home, paths.openStudies, paths.openStudy(id)]) {
        await page.goto(address);
        await expect(page.getByRole('heading', { level: 1 })).toBeVisible();
        await expect(page.locator('html')).not.toContainText(publicName);
      }
    });

    const [ama, esi, kofi] = await Promise.all([
      newcomer(product, ashanti),
      newcomer(product, bono),
      newcomer(product, { ...bono, gender: 'MALE' }),
    ]);
    const find = async (person: typeof ama) => {
      const page = await visitor();
      await enterAs(page, person, paths.browseStudies);
      const card = page.getByRole('listitem').filter({ hasText: publicName });
      await expect(card.getByText(studyFactsWords.approvedBy(COMMITTEE))).toBeVisible();
      await card.getByRole('link', { name: new RegExp(`^${applyWords.apply}`) }).click();
      await expect(page.getByRole('region', { name: consentingWords.heading })).toContainText(CONSENT);
      await page.getByRole('radio', { name: 'Mobile money' }).check();
      await tick(page, consentingWords.agree);
      await expectToFit(page);
      return page;
    };
    const send = (page: Page) => button(page, applyWords.submit).click();

    await test.step('a woman applies; while another answers, the one place of women is taken', async () => {
      const page = await find(ama);
      await send(page);
      await expect(page.getByRole('dialog', { name: applyWords.doneTitle })).toBeVisible();
      const late = await find(esi);
      await follow(desk, notices.NEW_APPLICANT({ study: 'Wave two' }));
      await button(desk, applicantWords.accept).click();
      await expect(desk.getByText(applicantWords.decided.ACCEPTED(1, 'Esi Owusu'))).toBeVisible();
      await send(late);
      await expect(late.getByRole('heading', { name: applyWords.enoughTitle })).toBeVisible();
      await expectToFit(late);
      await late.goto(paths.browseStudies);
      // What was last known of the list stands there first.
      await expect(late.getByRole('heading', { name: publicName })).toHaveCount(0);
    });

    await test.step('a man still finds it and applies, and the page shows which group is full', async () => {
      const page = await find(kofi);
      await send(page);
      await expect(page.getByRole('dialog', { name: applyWords.doneTitle })).toBeVisible();
      await desk.goto(path);
      const [women, men] = ['Female', 'Male'].map((name) =>
        desk.getByRole('row', { name: new RegExp(`^${name}`) }),
      );
      await expect(women!).toContainText(quotaWords.full);
      await expect(men!).toContainText(quotaWords.acceptedOf(0, 1));
      await expect(desk.getByRole('link', { name: studyPageWords.applicants(1) })).toBeVisible();
      await expectToFit(desk);
    });
  });
}
