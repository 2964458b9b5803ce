import { readStudy } from '@app/contracts/project/browsing.ts';
import { readSurvey } from '@app/contracts/project/submissions.ts';
import { PLACEHOLDERS } from '@app/contracts/project/survey.ts';
import { paths } from '@app/contracts/web-paths.ts';
import { onlineStudyWords } from '@app/words/online-study.ts';
import { projectWords as projects } from '@app/words/projects.ts';
import { studyDetailsWords as detailsWords } from '@app/words/study-details.ts';
import { studyDialogWords as dialogs } from '@app/words/study-dialogs.ts';
import { studySurveyWords as survey } from '@app/words/study-survey.ts';
import { formatCompletionCode } from '@app/words/submissions.ts';
import { studyWizardWords as words } from '@app/words/study-wizard.ts';
import { surveyPlanWords as plan } from '@app/words/survey-plan.ts';
import { surveyToolWords as tools } from '@app/words/survey-tools.ts';
import { validation } from '@app/words/validation.ts';
import { payWords as pay } from '@app/words/pay.ts';
import { quoteWords as quote } from '@app/words/quote.ts';
import { studyPageWords as studyPage } from '@app/words/study-page.ts';
import { dayAhead } from '../../services/project/test/studies.ts';
import { WIDTHS } from '../support/sizes.ts';
import { barriersOn } from './accessibility.ts';
import { callProduct } from './call-product.ts';
import { expect, test } from './fixtures.ts';
import { overflow } from './layout.ts';
import { details, openStage, readStoredDraft, storedStages } from './study-wizard-fixtures.ts';

const address = 'https://ee.kobotoolbox.org/single/x1?d[person]=';

for (const width of WIDTHS) {
  test(`an online study is published with its survey, and its link corrected (${width} px)`, async ({
    visit,
    visitByPhone,
    product,
  }) => {
    const page = await (width === 360 ? visitByPhone() : visit());
    await page.context().grantPermissions(['clipboard-read', 'clipboard-write']);
    const ground = await openStage(page, product, 4, storedStages);
    const textbox = (name: string) => page.getByRole('textbox', { name, exact: true });
    const publish = page.getByRole('button', { name: words.publish });
    const modes = page.getByRole('radiogroup', { name: words.modeLabel });
    const link = textbox(plan.address);
    const screenOutPay = page.getByRole('textbox', { name: plan.screenOutPay });

    await test.step('the keyboard chooses the kind, and keeps the focus', async () => {
      await modes.getByRole('radio', { name: words.modes.MEETING }).focus();
      await page.keyboard.press('ArrowRight');
      await expect(modes.getByRole('radio', { name: words.modes.ONLINE })).toBeFocused();
      await expect(page.getByRole('heading', { level: 1 })).toHaveText(words.onlineHeading);
      await expect(page.getByRole('grid')).toBeHidden();
      await expect(link).toBeVisible();
    });

    await test.step('a wrong link is refused with the rules of the server', async () => {
      for (const [typed, error] of [
        ['http://ee.kobotoolbox.org/x', validation.surveyAddress],
        ['https://ama@ee.kobotoolbox.org/x', validation.surveyAddress],
        ['https://ee.kobotoolbox.org/x?p={{NAME}}', validation.unknownPlaceholder(PLACEHOLDERS.join(', '))],
        ['https://ee.kobotoolbox.org/{{STUDY}}', validation.placeholderPlace],
      ] as const) {
        await link.fill(typed);
        await expect(page.getByText(error), typed).toBeVisible();
      }
      await link.fill(address);
      await expect(page.getByText(plan.noParticipant)).toBeVisible();
      await expect(page.getByText(tools.KOBO.name, { exact: true })).toBeVisible();
      const insert = page.getByRole('button', { name: '{{PARTICIPANT}}' });
      await insert.press('Enter');
      await expect(link).toBeFocused();
      await page.keyboard.type('&s=1');
      await expect(link).toHaveValue(`${address}{{PARTICIPANT}}&s=1`);
      await expect(page.getByText(plan.noParticipant)).toBeHidden();
    });

    await test.step('screened-out pay is at most the incentive', async () => {
      await textbox(pay.label).fill('6');
      await screenOutPay.fill('7');
      await expect(page.getByText(validation.screenOutPay)).toBeVisible();
      await screenOutPay.fill('1');
      await expect(page.getByText(validation.screenOutPay)).toBeHidden();
      await textbox(words.participantsLabel).fill('12');
      await page.getByRole('button', { name: pay.save }).click();
      await expect(page.getByText(quote.screenedOut(20, 1, 6))).toBeVisible();
    });

    await test.step('the rest is filled in, and survives a reload', async () => {
      await textbox(plan.minutes).fill('241');
      await expect(page.getByText(validation.max(240))).toBeVisible();
      await textbox(plan.minutes).fill('8');
      await expect(page.getByText(pay.perHour('GH₵ 45.00'))).toBeVisible();
      await page.getByLabel(plan.closesOn).fill(dayAhead(-1));
      await expect(page.getByText(validation.datePast)).toBeVisible();
      await expect(publish).toBeDisabled();
      await page.getByLabel(plan.closesOn).fill(dayAhead(20));
      await expect(publish).toBeEnabled();
      await textbox(pay.label).fill('0');
      await screenOutPay.fill('0');
      await expect
        .poll(() => readStoredDraft(page, 'studyAvailability'))
        .toMatchObject({ mode: 'ONLINE', choosing: 'AT_ONCE', survey: { minutes: 8, screenOutPay: 0 } });
      await page.reload();
      await expect(link).toHaveValue(`${address}{{PARTICIPANT}}&s=1`);
      await expect(publish).toBeEnabled();
      // A change of mind and back loses nothing.
      await modes.getByText(words.modes.MEETING, { exact: true }).click();
      await expect(page.getByRole('grid')).toBeVisible();
      await expect(publish).toBeDisabled();
      await modes.getByText(words.modes.ONLINE, { exact: true }).click();
      await expect(publish).toBeEnabled();
      expect(await overflow(page)).toBe(0);
      expect(await barriersOn(page)).toEqual([]);
    });

    await test.step('the preview shows no meeting', async () => {
      await page.getByRole('button', { name: words.preview }).click();
      const preview = page.getByRole('dialog', { name: words.previewTitle });
      const card = preview.getByRole('region', { name: dialogs.previewList });
      await expect(card.getByText(detailsWords.aboutMinutes(8))).toBeVisible();
      await expect(card.getByText(detailsWords.ways.PHONE)).toBeHidden();
      await expect(preview.getByText(onlineStudyWords.surveyAtOnce)).toBeVisible();
      await page.keyboard.press('Escape');
    });

    await publish.click();
    await expect(page.getByText(words.published)).toBeVisible();
    await expect(page).toHaveURL(/\/dashboard\/study\/[\da-f-]+$/);
    const id = page.url().split('/').at(-1)!;
    const as = ground.ama;

    await test.step('the codes are copied, and the test fills in the link', async () => {
      const { codes } = await callProduct(product, readSurvey, { as, params: { id } });
      expect(codes.map(({ meaning }) => meaning)).toEqual(['COMPLETED', 'NOT_ELIGIBLE']);
      for (const { meaning, code, returnPath } of codes) {
        for (const [what, value] of [
          [survey.returnLink, `${product.url}${returnPath}`],
          [survey.code, formatCompletionCode(code)],
        ] as const) {
          const name = survey.copyNamed(what, survey.meanings[meaning]);
          await page.getByRole('button', { name, exact: true }).click();
          await expect(page.getByText(studyPage.copied).first()).toBeVisible();
          expect(await page.evaluate('navigator.clipboard.readText()')).toBe(value);
        }
      }
      const toTest = page.getByRole('link', { name: survey.test });
      expect(await toTest.getAttribute('href')).toBe(`${address}PTEST00000000&s=1`);
      expect(await toTest.getAttribute('rel')).toBe('noreferrer noopener');
      await expect(page.getByText(survey.notSeen)).toBeVisible();
      await expect(page.getByText(tools.KOBO.back)).toBeVisible();
      expect(await overflow(page)).toBe(0);
      expect(await barriersOn(page)).toEqual([]);
    });

    await test.step('the link is corrected, not to a wrong one', async () => {
      await page.getByRole('button', { name: survey.correct }).click();
      const dialog = page.getByRole('dialog', { name: survey.correct });
      const field = dialog.getByRole('textbox', { name: plan.address });
      await field.fill('http://tally.so/r/a');
      await expect(dialog.getByText(validation.surveyAddress)).toBeVisible();
      await expect(dialog.getByRole('button', { name: survey.save })).toBeDisabled();
      await field.fill('https://tally.so/r/a?person={{PARTICIPANT}}');
      expect(await overflow(page)).toBe(0);
      await dialog.getByRole('button', { name: survey.save }).click();
      await expect(page.getByText(survey.corrected)).toBeVisible();
      await expect(page.getByText(tools.TALLY.back)).toBeVisible();
      const study = await callProduct(product, readStudy, { as, params: { id } });
      expect(study).toMatchObject({ survey: { address: 'https://tally.so/r/a?person={{PARTICIPANT}}' } });
    });

    await page.goto(ground.projectPath);
    await expect(page.getByRole('listitem').filter({ hasText: details.name })).toContainText(projects.online);
    await page.goto(paths.copyStudy(ground.project, id));
    await expect(page.getByText(dialogs.copied(details.name))).toBeVisible();
    await page.goto(`${ground.wizardPath}?step=4`);
    await expect(link).toHaveValue('https://tally.so/r/a?person={{PARTICIPANT}}');
    await expect(page.getByLabel(plan.closesOn)).toHaveValue('');
  });
}
