import { paths } from '@app/contracts/web-paths.ts';
import { adminDisputeWords as disputes } from '@app/words/admin-disputes.ts';
import { adminHomeWords as home } from '@app/words/admin-home.ts';
import { adminReportWords as reports } from '@app/words/admin-reports.ts';
import { adminStudyWords as studies } from '@app/words/admin-studies.ts';
import { adminWords as words } from '@app/words/admin.ts';
import { decisionWords } from '@app/words/meetings.ts';
import { studyControlWords } from '@app/words/study-controls.ts';
import { studyStateWords } from '@app/words/study-state.ts';
import { barriersOn } from './accessibility.ts';
import {
  LOOKS,
  MOST_PRESSES,
  countPresses,
  enterAdminArea,
  makeDispute,
  makeEnrolmentLink,
  makeReport,
  test,
} from './admin-area.ts';
import { expect } from './fixtures.ts';
import { enterAs } from './people.ts';
import { expectRoomForFingers, expectToFitPhone } from './phone.ts';

for (const { name: look, viewport, colorScheme } of LOOKS) {
  const isPhone = viewport.width === 360;
  test(`a new admin decides a dispute and a report, and suspends and restores a study: ${look}`, async ({
    newContext,
    adminUrl,
    database,
    product,
  }) => {
    const disputed = await makeDispute(product, database);
    const reported = await makeReport(product);
    const { link } = await makeEnrolmentLink(database, adminUrl, ['ADMIN']);
    const page = await (
      await newContext({ viewport, colorScheme, ...(isPhone ? { hasTouch: true, isMobile: true } : {}) })
    ).newPage();
    const check = async () => {
      expect(await barriersOn(page)).toEqual([]);
      if (isPhone) await expectRoomForFingers(page);
    };
    const goHome = () => page.goto(adminUrl);
    const dialog = page.getByRole('dialog');
    const rowOf = (study: string) => page.getByRole('row').filter({ hasText: study });
    await enterAdminArea(page, link);

    await test.step('a dispute', async () => {
      const { press, presses } = countPresses(page);
      await press(home.waiting.DISPUTE, 'link');
      await expect(rowOf(disputed.name)).toBeVisible();
      await check();
      await press(disputed.name, 'link', rowOf(disputed.name));
      await expect(page.getByText(disputed.text)).toBeVisible();
      await check();
      await press(decisionWords.PARTICIPANT);
      await dialog.getByRole('textbox', { name: disputes.reason }).fill('No call was made.');
      await check();
      await press(disputes.decide, 'button', dialog);
      await expect(dialog).toBeHidden();
      await expect(page.getByText('No call was made.')).toBeVisible();
      expect(presses()).toBeLessThanOrEqual(MOST_PRESSES);
      await check();
    });

    await test.step('a report, by suspending its study', async () => {
      await goHome();
      const { press, presses } = countPresses(page);
      await press(home.waiting.REPORT, 'link');
      await expect(rowOf(reported.name)).toBeVisible();
      await expect(rowOf(reported.name).getByText(reports.decidedBy)).toBeHidden();
      await check();
      await press(reported.name, 'link', rowOf(reported.name));
      await expect(page.getByText(reported.text)).toBeVisible();
      await check();
      await press(reports.acts.SUSPEND.verb);
      await dialog.getByRole('combobox').selectOption(studies.templates[0]);
      await check();
      await press(studies.suspend, 'button', dialog);
      await expect(dialog).toBeHidden();
      await expect(page.getByText(reports.states.ACTED, { exact: true })).toBeVisible();
      expect(presses()).toBeLessThanOrEqual(MOST_PRESSES);
    });

    await test.step('its researcher reads why, and cannot lift it', async () => {
      const own = await (await newContext({ viewport, colorScheme })).newPage();
      await enterAs(own, reported.researcher, paths.study(reported.study.id));
      await expect(own.getByText(studies.templates[0])).toBeVisible();
      await expect(own.getByRole('heading', { name: studyControlWords.suspendedTitle })).toBeVisible();
      for (const path of [
        paths.project(reported.study.projectId),
        paths.studyApplicants(reported.study.id),
      ]) {
        await own.goto(`${product.url}${path}`);
        await expect(own.getByText(studyStateWords.suspended, { exact: true }).first()).toBeVisible();
        expect(await barriersOn(own)).toEqual([]);
        if (isPhone) await expectToFitPhone(own);
      }
    });

    await test.step('the study is found and restored, and suspended again', async () => {
      const find = async () => {
        await goHome();
        const counted = countPresses(page);
        if (isPhone) await counted.press(words.menu);
        await counted.press(words.screens.studies, 'link');
        await page.getByRole('searchbox').fill(reported.study.id);
        await expect(page.getByText(words.found(1))).toBeVisible();
        await check();
        await counted.press(reported.name, 'link', rowOf(reported.name));
        await expect(page.getByRole('heading', { name: studies.numbersHeading })).toBeVisible();
        await check();
        return counted;
      };
      const restoration = await find();
      await expect(page.getByText(studies.templates[0])).toBeVisible();
      await restoration.press(studies.restore);
      await restoration.press(studies.restore, 'button', dialog);
      await expect(page.getByRole('button', { name: studies.suspend, exact: true })).toBeVisible();
      expect(restoration.presses()).toBeLessThanOrEqual(MOST_PRESSES);

      const suspension = await find();
      await suspension.press(studies.suspend);
      await dialog.getByRole('textbox', { name: studies.reason }).fill('It asks for a PIN again.');
      await suspension.press(studies.suspend, 'button', dialog);
      await expect(page.getByRole('button', { name: studies.restore, exact: true })).toBeVisible();
      await expect(page.getByText('It asks for a PIN again.')).toBeVisible();
      expect(suspension.presses()).toBeLessThanOrEqual(MOST_PRESSES);
    });

    await test.step('another report is dismissed', async () => {
      const { name, study } = await makeReport(product);
      await page.goto(`${adminUrl}/studies/${study.id}`);
      await page.getByRole('link', { name: '1', exact: true }).click();
      await expect(page.getByText(reports.oneStudy)).toBeVisible();
      await expect(page.getByText(words.found(1))).toBeVisible();
      await check();
      await rowOf(name).getByRole('link').click();
      await page.getByRole('button', { name: reports.acts.DISMISSED.verb, exact: true }).click();
      await dialog.getByRole('textbox', { name: reports.note }).fill('It is a survey about money.');
      await dialog.getByRole('button', { name: reports.acts.DISMISSED.verb, exact: true }).click();
      await expect(page.getByText(reports.states.DISMISSED, { exact: true })).toBeVisible();
    });
  });
}
