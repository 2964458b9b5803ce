import type { Page } from '@playwright/test';
import { addDays } from '../../apps/web/src/features/study-wizard/schedule/month-grid.ts';
import { today } from '@app/contracts/calendar.ts';
import { browseWords } from '@app/words/browsing.ts';
import { choiceWords } from '@app/words/choices.ts';
import { studyDialogWords as dialogs } from '@app/words/study-dialogs.ts';
import { studyWizardWords as words } from '@app/words/study-wizard.ts';
import { validation } from '@app/words/validation.ts';
import { listProjectStudies } from '@app/contracts/project/projects.ts';
import { createStudy, publishStudy } from '@app/contracts/project/study-calls.ts';
import { WIDTHS } from '../support/sizes.ts';
import { callProduct } from './call-product.ts';
import { pressThroughCuts } from './network-cuts.ts';
import { setClocks } from './clocks.ts';
import { expect, test } from './fixtures.ts';
import { boxOf } from './layout.ts';
import { pressTwice } from './press.ts';
import { details, readStoredDraft, storedStages, openStage } from './study-wizard-fixtures.ts';

const tomorrow = addDays(today(), 1);
const plan = {
  availableDates: [tomorrow],
  durationInMinutes: 30,
  desiredNumberOfParticipants: 12,
  availableTimes: ['09:30 AM'],
};
const times = (page: Page) => page.getByRole('button', { name: words.timesLabel });
const dialog = (page: Page) => page.getByRole('dialog', { name: words.timesLabel });

test('S-311 S-312 stage 4: duration of each meeting, and number of participants @full', async ({
  visit,
  product,
}) => {
  const page = await visit();
  await openStage(page, product, 4);
  const lengths = page.getByRole('radiogroup', { name: words.durationLabel });
  await expect(lengths.getByRole('radio')).toHaveCount(4);
  for (const [minutes, label] of Object.entries(choiceWords.durationInMinutes)) {
    await lengths.getByText(label, { exact: true }).click();
    await expect
      .poll(() => readStoredDraft(page, 'studyAvailability'))
      .toMatchObject({ durationInMinutes: Number(minutes) });
  }
  const count = page.getByRole('textbox', { name: words.participantsLabel });
  await count.fill('1001');
  await expect(page.getByRole('button', { name: words.moreParticipants })).toBeDisabled();
  await count.fill('12.5');
  await expect(page.getByText(validation.wholeNumber)).toBeVisible();
  await expect(count).toHaveValue('12.5');
  await count.fill('12');
  await page.getByRole('button', { name: words.moreParticipants }).click();
  await expect(count).toHaveValue('13');
  await count.fill('999');
  await page.getByRole('button', { name: words.moreParticipants }).click();
  await expect(page.getByRole('button', { name: words.moreParticipants })).toBeFocused();
  await count.fill('');
  await count.pressSequentially('1,000');
  await expect
    .poll(() => readStoredDraft(page, 'studyAvailability'))
    .toMatchObject({ desiredNumberOfParticipants: 1000 });
  await expect(page.getByText(/^Only [\d,]+ of our participants fit now/)).toBeVisible();
});

test('S-313 days: multiple selection in a grid by pointer and keyboard, without past days @full', async ({
  visit,
  product,
}) => {
  const page = await visit();
  await setClocks(page, new Date('2026-11-21T10:00:00Z'));
  await openStage(page, product, 4);
  const grid = page.getByRole('grid', { name: words.daysLabel });
  const day = (name: string) => grid.getByRole('gridcell', { name });
  const month = (name: string) => expect(page.getByRole('heading', { level: 2, name })).toBeVisible();

  await test.step('Monday first, today marked, past days cannot be selected', async () => {
    await expect(grid.getByRole('columnheader').first()).toHaveText(/Monday/);
    await expect(page.locator('[aria-live]', { hasText: 'November 2026' })).toHaveCount(1);
    await expect(day('Today, Saturday 21 November, 2026')).toHaveAttribute('aria-current', 'date');
    await expect(day('Friday 20 November, 2026')).toHaveAttribute('aria-disabled', 'true');
    await day('Friday 20 November, 2026').click({ force: true });
    await expect(page.getByRole('button', { name: words.previousMonth })).toHaveAttribute(
      'aria-disabled',
      'true',
    );
    await expect(page.getByText(words.daysHint)).toBeVisible();
  });

  await test.step('by pointer', async () => {
    await day('Tuesday 24 November, 2026').click();
    await expect(day('Tuesday 24 November, 2026')).toHaveAttribute('aria-selected', 'true');
    await expect(page.getByText(words.daysChosen(1))).toBeVisible();
    await day('Tuesday 24 November, 2026').click();
    await expect(page.getByText(validation.dates)).toBeVisible();
    await day('Tuesday 24 November, 2026').click();
  });

  await test.step('by keyboard: one Tab stop, and the keys of the ARIA practices', async () => {
    await page.getByRole('button', { name: words.nextMonth }).focus();
    await page.keyboard.press('Tab');
    await expect(day('Tuesday 24 November, 2026')).toBeFocused();
    for (const [key, name] of [
      ['ArrowRight', 'Wednesday 25 November, 2026'],
      ['ArrowUp', 'Today, Saturday 21 November, 2026'],
      ['ArrowLeft', 'Today, Saturday 21 November, 2026'],
      ['ArrowDown', 'Saturday 28 November, 2026'],
      ['Home', 'Monday 23 November, 2026'],
      ['End', 'Sunday 29 November, 2026'],
      ['PageDown', 'Tuesday 29 December, 2026'],
      ['Shift+PageDown', 'Wednesday 29 December, 2027'],
      ['Shift+PageDown', 'Tuesday 21 November, 2028'],
      ['Shift+PageUp', 'Sunday 21 November, 2027'],
      ['PageUp', 'Thursday 21 October, 2027'],
    ] as const) {
      await page.keyboard.press(key);
      await expect(day(name), key).toBeFocused();
    }
    await month('October 2027');
    await page.keyboard.press('Space');
    await page.keyboard.press('ArrowRight');
    await page.keyboard.press('Enter');
    await expect(page.getByText(words.daysChosen(3))).toBeVisible();
    await page.keyboard.press('Tab');
    await expect(page.getByRole('button', { name: words.clearDays })).toBeFocused();
  });

  await test.step('saved, in order, without days that have passed by then', async () => {
    await expect
      .poll(() => readStoredDraft(page, 'studyAvailability'))
      .toMatchObject({ availableDates: ['2026-11-24', '2027-10-21', '2027-10-22'] });
    await setClocks(page, new Date('2026-11-25T00:00:30Z'));
    await page.reload();
    await expect(page.getByText(words.daysChosen(2))).toBeVisible();
    await month('October 2027');
  });

  await test.step('the focus stays where it was, and moves to the days when the button disappears', async () => {
    const previous = page.getByRole('button', { name: words.previousMonth });
    await page.getByRole('button', { name: words.clearDays }).click();
    await expect(grid.locator(':focus')).toHaveAttribute('data-day', '2027-10-21');
    for (const key of ['Shift+PageDown', 'PageDown', 'PageDown', 'PageDown']) await page.keyboard.press(key);
    await previous.press('Enter');
    await expect(previous).toBeFocused();
  });
});

test('S-314 times: 96 searchable slots with length and GMT; a new duration drops unsuitable ones', async ({
  visit,
  product,
}) => {
  const page = await visit();
  await setClocks(page, new Date('2026-11-21T09:53:01Z'));
  await openStage(page, product, 4);
  await expect(times(page)).toBeDisabled();
  await expect(page.getByText(words.timesNeedDuration)).toBeVisible();
  await page.getByText(choiceWords.durationInMinutes[15], { exact: true }).click();
  await expect(page.getByText(words.itIsNow('09:53 AM'))).toBeVisible();
  await setClocks(page, new Date('2026-11-21T09:54:01Z'));
  await expect(page.getByText(words.itIsNow('09:54 AM'))).toBeVisible();

  await times(page).click();
  await expect(dialog(page).getByRole('checkbox')).toHaveCount(96);
  await expect(dialog(page).getByRole('checkbox').first()).toHaveAccessibleName('12:00 AM');
  const search = dialog(page).getByRole('searchbox');
  await search.fill('9:');
  await expect(dialog(page).getByText(dialogs.timesFound(8))).toBeVisible();
  await dialog(page).getByRole('checkbox', { name: '09:30 AM' }).check();
  await search.fill('25');
  await expect(dialog(page).getByText(dialogs.timesNoMatch('25'))).toBeVisible();
  // The first press clears the search, the second closes the dialog.
  await page.keyboard.press('Escape');
  await page.keyboard.press('Escape');
  await expect(times(page)).toHaveAccessibleName(`${words.timesLabel} 09:30 AM`);
  await times(page).click();
  await search.fill('09:');
  await dialog(page)
    .getByRole('button', { name: dialogs.timesChooseFound(8) })
    .click();
  await expect(dialog(page).getByRole('checkbox').first()).toBeFocused();
  await dialog(page).getByRole('button', { name: words.timesDone }).click();
  await expect(times(page)).toHaveText(words.timesChosen(8));
  await expect(page.getByText(words.eachLasts('15 mins'))).toBeVisible();

  await page.getByText(choiceWords.durationInMinutes[60], { exact: true }).click();
  await expect(page.getByText(/^We removed 6 times that do not fit meetings of 1 Hour/)).toBeVisible();
  await expect(times(page)).toHaveText('09:00 AM, 09:00 PM');
  await times(page).click();
  await dialog(page).getByRole('button', { name: words.timesClear }).click();
  await expect(dialog(page).getByRole('button', { name: words.timesClear })).toBeFocused();
  await dialog(page).getByRole('button', { name: words.timesDone }).click();
  await expect(page.getByText('Please select your desired dates')).toBeVisible();
  await expect(page.getByRole('button', { name: words.publish })).toBeDisabled();
});

test('S-315 publishing: a spinner, one study despite retries, an empty wizard and no way back into it', async ({
  visit,
  product,
}) => {
  const page = await visit();
  const ground = await openStage(page, product, 1, { ...storedStages, studyAvailability: plan });
  await page.getByRole('button', { name: words.continue }).click();
  await page.getByRole('button', { name: words.continue }).click();
  await page.getByRole('button', { name: words.saveSurvey }).click();
  const publish = page.getByRole('button', { name: words.publish });
  await expect(publish).toBeEnabled();
  const studies = () =>
    callProduct(product, listProjectStudies, { as: ground.ama, params: { id: ground.project } });

  await test.step('the network is cut, and responses are lost, one after another', async () => {
    for (const endpoint of [createStudy, publishStudy]) {
      await pressThroughCuts(page, {
        endpoint,
        press: () => publish.click(),
        expectKept: () => expect(publish).toBeEnabled(),
      });
      await expect(publish).not.toHaveAttribute('aria-busy');
    }
    expect(await readStoredDraft(page, 'studyDetails')).toEqual({
      ...details,
      ethics: null,
      consentText: null,
    });
  });

  await test.step('after a reload it continues where it stopped', async () => {
    await page.reload();
    let release = () => {};
    const gate = new Promise<void>((done) => {
      release = done;
    });
    await page.route('**/studies/*/publish', async (route) => {
      await gate;
      await route.continue();
    });
    await pressTwice(publish);
    await expect(publish).toHaveAttribute('aria-busy', 'true');
    release();
    await expect(page.getByText('Study created successfully')).toBeVisible();
    await expect(page).toHaveURL(new RegExp(`${ground.projectPath}$`));
    await expect(page.getByText(details.name, { exact: true })).toBeVisible();
    expect(await studies()).toMatchObject([{ state: 'PUBLISHED', desiredNumberOfParticipants: 12 }]);
  });

  await test.step('no draft is kept, and Back does not open the wizard', async () => {
    for (const key of ['studyDetails', 'participantsDemographics', 'screenerSurvey', 'studyAvailability']) {
      expect(await readStoredDraft(page, key), key).toBeNull();
    }
    await page.goBack();
    await expect(page).not.toHaveURL(/create-study/);
  });
});

for (const width of WIDTHS) {
  test(`S-314 a working day of times takes two presses; the list opens in the morning, at ${width} px @full`, async ({
    visit,
    visitByPhone,
    product,
  }) => {
    const page = await (width === 360 ? visitByPhone() : visit());
    await openStage(page, product, 4);
    await page.getByText(choiceWords.durationInMinutes[60], { exact: true }).click();
    await times(page).click();
    const list = dialog(page).getByRole('group', { name: words.timesLabel });
    const isShown = (label: string) =>
      list.getByRole('checkbox', { name: label }).evaluate((box) => {
        const { top, bottom } = box.getBoundingClientRect();
        const around = box.closest('fieldset')!.getBoundingClientRect();
        return top >= around.top && bottom <= around.bottom;
      });
    await expect.poll(() => isShown('08:00 AM')).toBe(true);
    expect(await isShown('07:00 AM')).toBe(false);
    const range = dialog(page).getByRole('group', { name: dialogs.rangeLabel });
    await range.getByRole('button', { name: dialogs.rangeAdd(8) }).click();
    await expect(list.getByRole('checkbox', { checked: true })).toHaveCount(8);
    await range.getByRole('combobox', { name: dialogs.rangeFrom }).selectOption('06:00 PM');
    await expect(range.getByRole('button')).toBeDisabled();
    await range.getByRole('combobox', { name: dialogs.rangeTo }).selectOption('07:00 PM');
    await range.getByRole('button', { name: dialogs.rangeAdd(2) }).click();
    await expect(range.getByRole('button')).toBeFocused();
    const done = dialog(page).getByRole('button', { name: new RegExp(`^${words.timesDone}`) });
    await expect(done).toBeInViewport({ ratio: 1 });
    await done.click();
    await expect(times(page)).toHaveText(words.timesChosen(10));
  });
}

test('the required fields of stage 4 and its buttons fit 1280 × 800, in a month of six weeks @full', async ({
  visit,
  product,
}) => {
  const page = await visit();
  await setClocks(page, new Date('2026-11-02T10:00:00Z'));
  await page.setViewportSize({ width: 1280, height: 800 });
  await openStage(page, product, 4, { ...storedStages, studyAvailability: plan });
  const days = page.getByRole('grid').getByRole('gridcell', { name: /2026/ });
  await expect(days.last()).toHaveAccessibleName('Monday 30 November, 2026');
  const parts = [
    page.getByRole('heading', { level: 1 }),
    page.getByRole('button', { name: words.preview }),
    days.last(),
    page.getByText(choiceWords.durationInMinutes[15], { exact: true }),
    page.getByRole('textbox', { name: words.participantsLabel }),
    times(page),
    page.getByText(words.eachLasts('30 mins')),
    page.getByRole('button', { name: words.publish }),
  ];
  for (const part of parts) await expect(part).toBeInViewport({ ratio: 1 });
});

test('before publishing, the study is shown as participants will see it @full', async ({
  visit,
  product,
}) => {
  const page = await visit();
  await openStage(page, product, 4, { ...storedStages, studyAvailability: plan });
  await page.getByRole('button', { name: words.preview }).click();
  const preview = page.getByRole('dialog', { name: words.previewTitle });
  const card = preview.getByRole('region', { name: dialogs.previewList });
  await expect(card.getByRole('heading', { name: details.publicName })).toBeVisible();
  await expect(card.getByText('30 mins')).toBeVisible();
  await expect(card.getByText('12 places')).toBeVisible();
  await expect(card.getByText('Mobile phone')).toBeVisible();
  const opened = preview.getByRole('region', { name: dialogs.previewPage });
  await expect(opened.getByText('09:30 AM (GMT)')).toBeVisible();
  await expect(opened.getByRole('radiogroup', { name: '1. How do you pay at the market?' })).toBeVisible();
  // The button stays on one line, however narrow the card is.
  const apply = card.getByRole('button', { name: browseWords.apply });
  expect((await boxOf(apply)).height).toBeLessThan(60);
  await expect(preview.getByText(details.name)).toBeHidden();
  await expect(preview.getByText(/Qualify/)).toBeHidden();
  await page.keyboard.press('Escape');
  await expect(page.getByRole('button', { name: words.preview })).toBeFocused();
});
