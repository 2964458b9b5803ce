import { reportMeeting } from '@app/contracts/project/disputes.ts';
import { reportStudy } from '@app/contracts/project/reports.ts';
import { paths } from '@app/contracts/web-paths.ts';
import { adminDisputeWords as disputes } from '@app/words/admin-disputes.ts';
import { adminHomeWords as home } from '@app/words/admin-home.ts';
import { adminReportWords as reports } from '@app/words/admin-reports.ts';
import { adminStudyWords as studies } from '@app/words/admin-studies.ts';
import { adminWords as words } from '@app/words/admin.ts';
import { decisionWords } from '@app/words/meetings.ts';
import { studyControlWords } from '@app/words/study-controls.ts';
import { studyStateWords } from '@app/words/study-state.ts';
import type { Product } from '../support/product.ts';
import { barriersOn } from './accessibility.ts';
import {
  LOOKS,
  MOST_PRESSES,
  addAuthenticator,
  countPresses,
  makeEnrolmentLink,
  test,
} from './admin-area.ts';
import { newAccepted, newBooked, timeIn } from './bookings.ts';
import { callProduct } from './call-product.ts';
import { expect } from './fixtures.ts';
import { enterAs } from './people.ts';
import { expectRoomForFingers, expectToFitPhone } from './phone.ts';
import { newStudy } from './studies.ts';

async function makeStudy(product: Product) {
  const name = `Volta ${crypto.randomUUID().slice(0, 8)}`;
  return { name, ...(await newStudy(product, { name, publicName: name })) };
}

for (const { name: look, viewport, colorScheme } of LOOKS) {
  const isPhone = viewport.width === 360;
  test(`a new admin decides a dispute and a report, and suspends and restores a study: ${look}`, async ({
    newContext,
    adminUrl,
    database,
    product,
  }) => {
    const disputed = await makeStudy(product);
    const { slotId } = timeIn(3);
    await database.query(
      'insert into project.study_slots (study_id, starts_at) values ($1, $2) on conflict do nothing',
      [disputed.study.id, slotId],
    );
    const { participant, bookingId } = await newBooked(product, disputed.researcher, disputed.study, slotId);
    await database.query(
      `update project.bookings set starts_at = now() - interval '1 hour', ends_at = now() - interval '30 minutes'
      where booking_id = $1`,
      [bookingId],
    );
    const story = { kind: 'NOBODY_CAME', text: 'I waited for an hour.' };
    await callProduct(product, reportMeeting, { as: participant, params: { id: bookingId }, body: story });
    const reported = await makeStudy(product);
    const reporter = await newAccepted(product, reported.researcher, reported.study);
    const said = { reason: 'ASKS_FOR_MONEY', text: 'They asked me for my PIN.' };
    await callProduct(product, reportStudy, { as: reporter, params: { id: reported.study.id }, body: said });

    const { link } = await makeEnrolmentLink(database, adminUrl, ['ADMIN']);
    const page = await (
      await newContext({ viewport, colorScheme, ...(isPhone ? { hasTouch: true, isMobile: true } : {}) })
    ).newPage();
    await addAuthenticator(page);
    const check = async () => {
      expect(await barriersOn(page)).toEqual([]);
      if (isPhone) await expectRoomForFingers(page);
    };
    const goHome = () => page.goto(adminUrl);
    const heading = (name: string) => page.getByRole('heading', { name, level: 1, exact: true });
    const dialog = page.getByRole('dialog');
    const rowOf = (study: string) => page.getByRole('row').filter({ hasText: study });
    await page.goto(link);
    await page.getByRole('button', { name: words.createPasskey }).click();
    await expect(heading(words.screens.home)).toBeVisible();

    await test.step('a dispute', async () => {
      const { press, presses } = countPresses(page);
      await press(home.waiting.DISPUTE, 'link');
      await expect(rowOf(disputed.name)).toBeVisible();
      await check();
      await press(disputed.name, 'link', rowOf(disputed.name));
      await expect(page.getByText(story.text)).toBeVisible();
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
      await check();
      await press(reported.name, 'link', rowOf(reported.name));
      await expect(page.getByText(said.text)).toBeVisible();
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
      const { study, name, researcher } = await makeStudy(product);
      const as = await newAccepted(product, researcher, study);
      await callProduct(product, reportStudy, { as, params: { id: study.id }, body: said });
      await page.goto(`${adminUrl}/reports`);
      await rowOf(name).getByRole('link').click();
      await page.getByRole('button', { name: reports.acts.DISMISSED.verb, exact: true }).click();
      await dialog.getByRole('textbox', { name: reports.note }).fill('It is a survey about money.');
      await dialog.getByRole('button', { name: reports.acts.DISMISSED.verb, exact: true }).click();
      await expect(page.getByText(reports.states.DISMISSED, { exact: true })).toBeVisible();
    });
  });
}
