import type { Page } from '@playwright/test';
import { applicantWords as words } from '@app/words/applicants.ts';
import { WIDTHS } from '../support/sizes.ts';
import { expect, test } from './fixtures.ts';
import { boxOf } from './layout.ts';
import { recruitingButton, openApplicants, startRecruiting, toggleOf } from './recruiting.ts';

/** Delays responses like a slow network; the returned function releases them, and waits for the first one. */
async function delayAnswers(page: Page, address: RegExp) {
  const gate = Promise.withResolvers<void>();
  await page.route(address, async (route) => {
    await gate.promise;
    await route.fallback();
  });
  return async () => {
    const answered = page.waitForResponse(address);
    gate.resolve();
    await (await answered).finished();
  };
}
const COUNTS = /\/applications\/counts$/;
const LIST = /\/applications\?/;

for (const width of WIDTHS) {
  test(`numbers that arrive late move no control, at ${width} px @full`, async ({ visit, product }) => {
    const recruiting = await startRecruiting(product, { from: 0 });
    const { name } = await recruiting.apply();
    const page = await visit();
    await page.setViewportSize({ width, height: 740 });
    const release = await delayAnswers(page, COUNTS);
    await openApplicants(page, recruiting);
    const toggle = toggleOf(page, name);
    await expect(page.getByRole('heading', { name: words.heading })).toBeVisible();
    // The control that would move appears together with the content that could move it.
    await expect(toggle).toBeHidden();
    await release();
    await expect(toggle).toBeVisible();
    const before = await boxOf(toggle);
    const line = words.recruitingLine(1, 1, words.acceptedCount(0, 12));
    await expect(page.getByText(line)).toBeVisible();
    await expect(recruitingButton(page, words.export)).toBeVisible();
    expect(await boxOf(toggle)).toEqual(before);

    await page.unrouteAll();
    await delayAnswers(page, COUNTS);
    await page.reload();
    await expect(page.getByText(line)).toBeVisible();
  });
}

test('a response that was read before a change does not revert the change @full', async ({
  visit,
  product,
}) => {
  const recruiting = await startRecruiting(product, { from: 0 });
  const { name } = await recruiting.apply();
  const page = await visit();
  await openApplicants(page, recruiting);
  await expect(toggleOf(page, name)).toBeVisible();
  // The server reads them before the change; only the response is late.
  const gate = Promise.withResolvers<void>();
  await page.route(LIST, async (route) => {
    const response = await route.fetch();
    await gate.promise;
    await route.fulfill({ response });
  });
  const asked = page.waitForRequest(LIST);
  await page.reload();
  await asked;
  await toggleOf(page, name).click();
  await page.getByRole('textbox', { name: words.remarks }).fill('Asks good questions.');
  await recruitingButton(page, words.remarksSave).click();
  await expect(page.getByText(words.remarksSaved, { exact: true })).toBeVisible();
  const star = page.getByRole('button', { name: words.favouriteLabel(name) });
  await star.click();
  await expect(star).toHaveAttribute('aria-pressed', 'true');
  const answered = page.waitForResponse(LIST);
  gate.resolve();
  await (await answered).finished();
  // The next content was rendered after that response.
  await toggleOf(page, name).click();
  await toggleOf(page, name).click();
  await expect(page.getByRole('textbox', { name: words.remarks })).toHaveValue('Asks good questions.');
  await expect(page.getByText(words.remarksUnsaved)).toBeHidden();
  await expect(star).toHaveAttribute('aria-pressed', 'true');
});
