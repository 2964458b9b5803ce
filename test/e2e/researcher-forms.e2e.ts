import type { Page } from '@playwright/test';
import { researcherMeetingWords as meetings } from '@app/words/researcher-meetings.ts';
import { ethicsWords } from '@app/words/ethics.ts';
import { paths } from '@app/contracts/web-paths.ts';
import { projectWords } from '@app/words/projects.ts';
import { studyPageWords } from '@app/words/study-page.ts';
import { studyTimesWords as times } from '@app/words/study-times.ts';
import { studyWizardWords as wizard } from '@app/words/study-wizard.ts';
import { validation } from '@app/words/validation.ts';
import { dayAhead } from '../../services/project/test/studies.ts';
import { newBooked } from './bookings.ts';
import { expect, test } from './fixtures.ts';
import { overflowOf } from './layout.ts';
import { enterAs } from './people.ts';
import { moreFor } from './press.ts';
import { newStudy } from './studies.ts';
import { openStage } from './study-wizard-fixtures.ts';

const button = (page: Page, name: string) => page.getByRole('button', { name, exact: true });
const at = (day: string, time: string) => `${day}T${time}:00.000Z`;

/** Types faster than the page renders, each key in its own event. */
async function typeFast(page: Page, label: string, text: string): Promise<void> {
  const field = page.getByLabel(label, { exact: true });
  await field.focus();
  await field.evaluate(async (element: { value: string }, characters) => {
    const { set } = Object.getOwnPropertyDescriptor(Object.getPrototypeOf(element), 'value')!;
    for (const character of characters) {
      set!.call(element, element.value + character);
      (element as unknown as EventTarget).dispatchEvent(new Event('input', { bubbles: true }));
      // React does its pending work before anything else runs.
      await new Promise<void>((resolve) => queueMicrotask(resolve));
    }
  }, text);
}

test('typing faster than the page renders loses nothing, and React keeps working', async ({
  visit,
  product,
}) => {
  const page = await visit();
  await openStage(page, product, 1);
  const text = 'A call about mobile data, and how people buy it in small bundles each day. '.repeat(3).trim();
  // An uncaught error fails the test (fixtures.ts).
  await typeFast(page, wizard.descriptionLabel, text);
  await expect(page.getByLabel(wizard.descriptionLabel, { exact: true })).toHaveValue(text);
  await expect(page.getByText(`${text.length}/250`)).toBeVisible();
  await page.getByLabel(wizard.descriptionLabel, { exact: true }).fill('Short');
  await expect(page.getByText('5/250')).toBeVisible();
});

test('times after the approval ends are refused at their day; a new end shows them as free', async ({
  visit,
  product,
}) => {
  const validUntil = dayAhead(20);
  const { researcher, study } = await newStudy(
    product,
    { ethics: { approval: 'APPROVED', committee: 'IRB', number: '7', validUntil } },
    { availableDates: [dayAhead(10)], availableTimes: ['09:00 AM', '09:30 AM'] },
  );
  const page = await visit();
  await enterAs(page, researcher, paths.study(study.id));
  await button(page, times.add).click();
  const day = page.getByRole('dialog').getByLabel(times.day);
  await expect(day).toBeFocused();
  await expect(day).toHaveAttribute('max', validUntil);
  expect(await overflowOf(day)).toBe(0);
  await day.fill(dayAhead(30));
  await button(page, times.addCount(6)).click();
  await expect(day).toHaveAccessibleDescription(validation.approvalEnds(validUntil));
  await day.fill(dayAhead(11));
  await expect(day).not.toHaveAttribute('aria-invalid');
  await page.getByRole('dialog').getByRole('button', { name: times.done }).click();

  const end = async (until: string) => {
    await button(page, ethicsWords.changeEthics).click();
    await page.getByRole('dialog').getByLabel(ethicsWords.validUntilLabel).fill(until);
    await page.getByRole('dialog').getByRole('button', { name: ethicsWords.save }).click();
  };
  await end(dayAhead(5));
  await expect(page.getByText(ethicsWords.ethicsSavedWithout(2))).toBeVisible();
  await expect(page.getByRole('button', { name: new RegExp(`AM ${times.busy}$`) })).toHaveCount(2);
  await end(dayAhead(15));
  await expect(page.getByText(ethicsWords.ethicsSaved, { exact: true })).toBeVisible();
  await expect(page.getByRole('button', { name: new RegExp(`AM ${times.free}$`) })).toHaveCount(2);
});

test('a dialog with one field focuses it; a card opens its study wherever it is pressed @full', async ({
  visit,
  product,
}) => {
  const { researcher, study } = await newStudy(product, { name: 'Pressed' });
  await newBooked(product, researcher, study, at(dayAhead(3), '09:00'));
  const page = await visit();
  await enterAs(page, researcher, paths.meetings);
  await page
    .getByRole('button', { name: new RegExp(`^${meetings.moreFor('')}`) })
    .last()
    .click();
  await page
    .getByRole('button', { name: new RegExp(`^${meetings.cancel}`) })
    .first()
    .click();
  const dialog = page.getByRole('dialog');
  await expect(dialog.getByRole('textbox', { name: meetings.reason })).toBeFocused();
  await expect(dialog.getByRole('button', { name: meetings.cancel, exact: true })).toBeDisabled();
  await page.keyboard.type('My bus broke down.');
  await expect(dialog.getByRole('button', { name: meetings.cancel, exact: true })).toBeEnabled();
  await page.keyboard.press('Escape');

  await page.goto(paths.project(study.projectId));
  await moreFor(page, 'Pressed').click();
  await expect(page.getByRole('link', { name: studyPageWords.copyNamed('Pressed') })).toBeVisible();
  await page.getByRole('link', { name: `${studyPageWords.share} Pressed` }).click();
  await expect(page.getByRole('dialog', { name: studyPageWords.shareTitle })).toBeVisible();
  await page.goBack();
  // The link covers the element that it opens, so a normal click would wait forever.
  await page.getByText(projectWords.waiting, { exact: true }).click({ force: true });
  await expect(page).toHaveURL(paths.study(study.id));
  await expect(page).toHaveTitle(/^Pressed · /);
});
