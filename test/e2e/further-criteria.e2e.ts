import type { Demographic } from '@app/contracts/identity/profiles.ts';
import { listEarlierStudies } from '@app/contracts/project/earlier-studies.ts';
import { publishStudy } from '@app/contracts/project/study-calls.ts';
import { paths } from '@app/contracts/web-paths.ts';
import { applicationWords } from '@app/words/applications.ts';
import { furtherWords } from '@app/words/further-criteria.ts';
import { profileChoiceWords } from '@app/words/profile-choices.ts';
import { studyWizardWords as wizard } from '@app/words/study-wizard.ts';
import { planBody } from '../../services/project/test/studies.ts';
import { WIDTHS } from '../support/sizes.ts';
import { callProduct } from './call-product.ts';
import { expect, test } from './fixtures.ts';
import { putItems } from './stored-items.ts';
import { expectToFitWidth } from './text-size.ts';
import { enterAs, newParticipant, newVerifiedResearcher } from './people.ts';
import { expectToFitPhone } from './phone.ts';
import { isListed } from './steps.ts';
import { newProject } from './studies.ts';
import { everybody, storedStages } from './study-wizard-fixtures.ts';

const { region, language } = profileChoiceWords;

const ashanti = { region: 'ASHANTI', languages: ['ENGLISH', 'TWI'] } satisfies Partial<Demographic>;
const bono = { region: 'BONO', languages: ['TWI'] } satisfies Partial<Demographic>;

for (const width of WIDTHS) {
  test(`BR2 only Twi speakers of Ashanti and Bono find a study that is restricted to them, at ${width} px`, async ({
    visit,
    visitByPhone,
    product,
  }) => {
    const visitor = width === 360 ? visitByPhone : visit;
    const expectToFit = width === 360 ? expectToFitPhone : expectToFitWidth;
    const researcher = await newVerifiedResearcher(product);
    const project = await newProject(product, researcher, 'For whom');
    const publicName = `Talking at the market ${researcher.userId.slice(-6)}`;
    const desk = await visitor();
    const fold = (name: string) => desk.locator('details', { hasText: name }).first();
    const params = { id: '' };

    await test.step('stage 2: regions and languages are selected, and shown again', async () => {
      const studyDetails = { ...storedStages.studyDetails, name: 'For some', publicName };
      await putItems(desk, {
        user: researcher,
        ...storedStages,
        studyDetails,
        participantsDemographics: everybody,
      });
      await desk.goto(`${paths.createStudy(project.id)}?step=2`);
      const more = desk.getByRole('button', { name: wizard.moreAboutThem, exact: true });
      await expect(more).toHaveAttribute('aria-expanded', 'false');
      await more.click();
      for (const [name, expected, choices] of [
        ['regions', 'Ashanti, Bono', [region.ASHANTI, region.BONO]],
        ['languages', language.TWI, [language.TWI]],
      ] as const) {
        const summary = fold(furtherWords.names[name]).locator('summary');
        await expect(summary).toContainText(furtherWords.anybody);
        await summary.click();
        for (const choice of choices) await desk.getByRole('checkbox', { name: choice, exact: true }).check();
        await expect(summary).toContainText(expected);
      }
      await expectToFit(desk);
      await desk.reload();
      await expect(more).toHaveAttribute('aria-expanded', 'true');
      await expect(fold(furtherWords.names.languages).locator('summary')).toContainText(language.TWI);
      await desk.getByRole('button', { name: wizard.saveDraft }).click();
      await expect(desk).toHaveURL(paths.project(project.id));
      const all = await callProduct(product, listEarlierStudies, { as: researcher });
      params.id = all.find(({ name }) => name === 'For some')!.id;
      await callProduct(product, publishStudy, { as: researcher, params, body: planBody() });
    });

    await test.step('its page shows its criteria', async () => {
      await desk.goto(paths.study(params.id));
      await expect(desk.getByText('Ashanti, Bono', { exact: true })).toBeVisible();
      await expect(desk.getByText(furtherWords.names.jobRoles, { exact: true })).toBeHidden();
      await expectToFit(desk);
    });

    await test.step('others do not find it, and no page reveals its criteria', async () => {
      const { LANGUAGE, REGION } = applicationWords.requirements;
      for (const [given, missed] of [
        [{ ...ashanti, languages: ['EWE'] }, LANGUAGE],
        [{ ...bono, region: 'VOLTA' }, REGION],
      ] as const) {
        const page = await visitor();
        await enterAs(
          page,
          await newParticipant(product, { ...given, languages: [...given.languages] }),
          paths.browseStudies,
        );
        expect([missed, await isListed(page, publicName)]).toEqual([missed, false]);
        await page.goto(paths.studyApply(params.id));
        await expect(page.getByRole('heading', { name: applicationWords.unfitTitle })).toBeVisible();
        await expect(page.getByRole('radio')).toHaveCount(0);
        const main = page.getByRole('main');
        const named = main.getByRole('listitem').filter({ hasText: /^(Age|Languages|Where)/ });
        await expect(named).toHaveText([missed]);
        for (const secret of ['Bono', language.TWI]) await expect(main).not.toContainText(secret);
        await expectToFit(page);
      }
    });

    await test.step('eligible participants find it', async () => {
      for (const given of [ashanti, bono]) {
        const page = await visitor();
        await enterAs(page, await newParticipant(product, given), paths.browseStudies);
        await expect.poll(() => isListed(page, publicName)).toBe(true);
      }
    });
  });
}
