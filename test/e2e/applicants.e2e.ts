import { readFile } from 'node:fs/promises';
import type { Page } from '@playwright/test';
import { applicantWords as words } from '@app/words/applicants.ts';
import { choiceWords } from '@app/words/choices.ts';
import { failureWords } from '@app/words/failures.ts';
import { closeStudy, pauseStudy } from '@app/contracts/project/study-calls.ts';
import { readWorkbook } from '../support/read-workbook.ts';
import { callProduct } from './call-product.ts';
import { expect, test } from './fixtures.ts';
import { sizeOf } from './layout.ts';
import { pressTwice, typeAtOnce } from './press.ts';
import {
  PLACES_OF_OTHERS,
  QUESTIONS,
  recruitingButton,
  applicantNames,
  openApplicants,
  rowOf,
  startRecruiting,
  table,
  toggleOf,
} from './recruiting.ts';

/** Returns the visible card of a choice; its input is not rendered. */
const chip = (page: Page, name: string) =>
  page.getByRole('radiogroup', { name: words.statusFilter }).getByText(name, { exact: true });
const screening = (page: Page) => page.getByRole('combobox', { name: words.screeningFilter });

test('S-111 AP7 an applicant is shown in full, and the researcher’s remarks and favourites are saved', async ({
  visit,
  product,
}) => {
  const recruiting = await startRecruiting(product, { from: 0 });
  const ama = await recruiting.apply();
  const never = await recruiting.apply('Never');
  const page = await visit();
  await openApplicants(page, recruiting);
  await expect(page.getByText(words.count(2))).toBeVisible();
  await expect.poll(() => applicantNames(page)).toEqual([never.name, ama.name]);
  await expect(rowOf(page, never.name).getByRole('cell').nth(2)).toHaveText(words.notQualified);

  await test.step('answers are beside their questions, and disqualifying ones are marked', async () => {
    await toggleOf(page, never.name).click();
    const answers = page.getByRole('group', { name: words.answersHeading(never.name) });
    for (const question of QUESTIONS) await expect(answers.getByText(question)).toBeVisible();
    await expect(answers.getByText(`Never ${words.disqualifies}`)).toBeVisible();
    await expect(answers.getByRole('listitem')).toHaveText([new RegExp(`^${words.steps.APPLIED}`)]);
  });

  const remarks = page.getByRole('textbox', { name: words.remarks });
  const star = page.getByRole('button', { name: words.favouriteLabel(never.name) });

  await test.step('a lost connection loses no remark, and shows the true state', async () => {
    await page.route('**/applications/*', (route) =>
      route.request().method() === 'PATCH' ? route.abort() : route.fallback(),
    );
    await remarks.fill('Asks good questions.');
    await recruitingButton(page, words.remarksSave).click();
    await expect(page.getByText(words.remarksFailed)).toBeVisible();
    await star.click();
    await expect(page.getByText(failureWords.network)).toBeVisible();
    await expect(star).toHaveAttribute('aria-pressed', 'false');
    await page.unrouteAll();
    await page.reload();
    await toggleOf(page, never.name).click();
    await expect(remarks).toHaveValue('Asks good questions.');
    await expect(page.getByText(words.remarksUnsaved)).toBeVisible();
  });

  await test.step('after saving they appear on another device', async () => {
    await pressTwice(recruitingButton(page, words.remarksSave));
    await expect(page.getByText(words.remarksSaved, { exact: true })).toBeVisible();
    const starred = page.waitForResponse((answer) => answer.request().method() === 'PATCH');
    await star.click();
    await expect(star).toHaveAttribute('aria-pressed', 'true');
    // The page shows it before the server has saved it.
    await starred;
    const other = await visit();
    await openApplicants(other, recruiting);
    await recruitingButton(other, words.moreFilters).click();
    await other.getByRole('checkbox', { name: words.favourites }).click();
    await expect.poll(() => applicantNames(other)).toEqual([never.name]);
    await toggleOf(other, never.name).click();
    await expect(other.getByRole('textbox', { name: words.remarks })).toHaveValue('Asks good questions.');
  });
});

test('AP7 filters, sort order and search are in the address, and survive Back and reload @full', async ({
  visit,
  product,
}) => {
  const recruiting = await startRecruiting(product, { from: PLACES_OF_OTHERS[0]! - 1 });
  const first = await recruiting.apply();
  const other = await recruiting.apply('Never');
  const last = await recruiting.apply();
  const page = await visit();
  await openApplicants(page, recruiting);
  const all = [last.name, other.name, first.name];
  const expectNames = (expected: string[]) => expect.poll(() => applicantNames(page)).toEqual(expected);
  await expectNames(all);

  await test.step('choices show counts, and add no history entry', async () => {
    await screening(page).selectOption(words.counted(choiceWords.screening.DISQUALIFIED, 1));
    await expectNames([other.name]);
    await expect(page.getByText(words.matching(1, 3))).toBeVisible();
    await screening(page).selectOption('');
    await expectNames(all);
    await recruitingButton(page, words.moreFilters).click();
    await page.getByLabel(words.sort).selectOption('OLDEST');
    await expectNames(all.toReversed());
    await page.reload();
    await expectNames(all.toReversed());
  });

  await test.step('if none match, the page says so, and the filters can be cleared', async () => {
    await chip(page, words.counted(choiceWords.applicationStatus.WITHDRAWN, 0)).click();
    await expect(page.getByRole('heading', { name: words.noneMatchTitle })).toBeVisible();
    await expect(page.getByText(words.emptyTitle)).toBeHidden();
    await page.getByRole('link', { name: words.clearFilters }).last().click();
    await expectNames(all.toReversed());
  });

  await test.step('gender, and the answer to a question', async () => {
    await recruitingButton(page, words.moreFilters).click();
    await page.getByLabel(words.gender).selectOption('OTHERS');
    await expectNames([other.name]);
    await page.getByLabel(words.gender).selectOption('');
    await page.getByRole('combobox', { name: words.question }).selectOption('1');
    const answer = page.getByRole('combobox', { name: words.answer });
    await answer.selectOption('Every day');
    await expectNames([first.name, last.name]);
    await page.reload();
    await expect(answer).toHaveValue('0');
    await expectNames([first.name, last.name]);
    await page.getByRole('link', { name: words.clearFilters }).click();
    await expectNames(all.toReversed());
  });

  await test.step('three choices, each made while the previous one renders, are all kept', async () => {
    // React renders first and runs its effects in a later task: a choice between the two must count too.
    await page.evaluate(`
      const [, , , gender, , question, answer] = document.querySelectorAll('search select');
      const choose = (select) => {
        select.selectedIndex = 1;
        select.dispatchEvent(new Event('change', { bubbles: true }));
      };
      const steps = [
        { isDue: () => gender.value !== '', take: () => choose(question) },
        { isDue: () => !answer.disabled, take: () => choose(answer) },
      ];
      new MutationObserver(() => {
        if (steps[0]?.isDue()) steps.shift().take();
      }).observe(document.body, { subtree: true, childList: true, attributes: true, characterData: true });
      choose(gender);`);
    await expect(page).toHaveURL(/gender=\w+&question=1&answer=Every\+day$/);
    await page.getByRole('link', { name: words.clearFilters }).last().click();
    await expectNames(all.toReversed());
  });

  await test.step('a name is searched for after typing', async () => {
    const asked: string[] = [];
    page.on('request', (request) => {
      const name = new URL(request.url()).searchParams.get('name');
      if (name !== null) asked.push(name);
    });
    const search = page.getByRole('searchbox', { name: words.search });
    await typeAtOnce(search, first.name.slice(0, 6));
    await expect.poll(() => applicantNames(page)).toContain(first.name);
    await expect.poll(() => new Set(asked)).toEqual(new Set([first.name.slice(0, 6).trim()]));
    await search.fill('Nobody Such');
    await expect(page.getByRole('heading', { name: words.noneMatchTitle })).toBeVisible();
    await search.fill('');
    await expectNames(all.toReversed());
  });

  await test.step('too many applicants for a search by name get a friendly message', async () => {
    const body = JSON.stringify({ status: 409, code: 'TOO_MANY_TO_SEARCH', detail: 'Too many', content: [] });
    const isNamed = (url: URL) => url.pathname.endsWith('/applications') && url.searchParams.has('name');
    await page.route(isNamed, (route) =>
      route.fulfill({ status: 409, contentType: 'application/problem+json', body }),
    );
    await page.getByRole('searchbox', { name: words.search }).fill('a');
    await expect(page.getByRole('heading', { name: words.tooManyTitle })).toBeVisible();
    await page.getByRole('link', { name: words.clearName }).click();
    await expectNames(all.toReversed());
  });
});

test('AP6 the filtered list is saved as CSV, named after study and day', async ({ visit, product }) => {
  const recruiting = await startRecruiting(product, { from: 10 });
  const yes = await recruiting.apply();
  const never = await recruiting.apply('Never');
  const page = await visit();
  await openApplicants(page, recruiting);
  await page.route('**/export*', (route) => route.abort());
  await recruitingButton(page, words.export).click();
  await recruitingButton(page, words.asCsv).click();
  await expect(page.getByText(failureWords.network)).toBeVisible();
  await page.unrouteAll();
  // The menu stays open for a retry.
  await page.keyboard.press('Escape');
  await screening(page).selectOption('QUALIFIED');
  const saved = page.waitForEvent('download');
  await recruitingButton(page, words.exportMatching).click();
  await recruitingButton(page, words.asCsv).click();
  const file = await saved;
  expect(file.suggestedFilename()).toMatch(/^Recruiting \w+ - applicants \d{4}-\d\d-\d\d\.csv$/);
  const chunks: Buffer[] = [];
  for await (const chunk of await file.createReadStream()) chunks.push(chunk as Buffer);
  const text = Buffer.concat(chunks).toString();
  expect(text.trim().split('\r\n')).toHaveLength(2);
  const csvName = (name: string) => `"${name.split(' ').join('","')}"`;
  expect(text).toContain(csvName(yes.name));
  expect(text).not.toContain(csvName(never.name));
  const workbook = page.waitForEvent('download');
  await recruitingButton(page, words.exportMatching).click();
  await recruitingButton(page, words.asWorkbook).click();
  const sheet = await workbook;
  expect(sheet.suggestedFilename()).toBe(file.suggestedFilename().replace('.csv', '.xlsx'));
  const [, ...rows] = (await readWorkbook(await readFile(await sheet.path()))).rows;
  expect(rows.map((row) => row.slice(1, 3))).toEqual([yes.name.split(' ')]);
});

test('the heading shows the recruitment status: draft, open without applicants, paused, closed @full', async ({
  visit,
  product,
}) => {
  const page = await visit();
  const draft = await startRecruiting(product, { isDraft: true });
  await openApplicants(page, draft);
  await expect(page.getByRole('heading', { name: words.emptyDraftTitle })).toBeVisible();
  await expect(page.getByText(words.recruitmentText.DRAFT)).toBeVisible();

  const recruiting = await startRecruiting(product, { from: 15, places: 2 });
  const { researcher: as, studyId } = recruiting;
  const params = { id: studyId };
  await openApplicants(page, recruiting);
  await expect(page.getByRole('heading', { name: words.emptyTitle })).toBeVisible();
  await expect(page.getByText(words.placesLeft(2, 2))).toBeVisible();
  await page.context().grantPermissions(['clipboard-read', 'clipboard-write']);
  await recruitingButton(page, words.copyLink).click();
  await expect(page.getByText(words.linkCopied)).toBeVisible();
  expect(await page.evaluate('navigator.clipboard.readText()')).toBe(
    `${product.url}/open-studies/${studyId}?from=link`,
  );

  await recruiting.apply();
  await page.reload();
  await expect(table(page)).toBeVisible();
  await callProduct(product, pauseStudy, { as, params });
  await page.reload();
  await expect(page.getByText(words.recruitmentText.PAUSED)).toBeVisible();
  await callProduct(product, closeStudy, { as, params });
  await page.reload();
  await expect(page.getByText(words.recruitmentText.CLOSED)).toBeVisible();
  await expect(recruitingButton(page, words.accept)).toBeHidden();
  await expect(table(page)).toBeVisible();
});

test('recruiting is shown as a chart and a table, also at 360 px @full', async ({ visit, product }) => {
  const recruiting = await startRecruiting(product, { from: 17, places: 5 });
  await recruiting.apply();
  await recruiting.apply('Never');
  const page = await visit();
  await openApplicants(page, recruiting);
  const line = page.getByText(words.recruitingLine(2, 1, words.acceptedCount(0, 5)));
  await line.click();
  const stages = page.getByRole('table').filter({ has: page.getByText(words.stages.ACCEPTED) });
  await expect(stages.getByRole('row')).toHaveText([
    /.*/,
    /Applied\s*2/,
    /Qualified\s*1/,
    /Accepted\s*0 of 5/,
  ]);
  await expect(page.getByRole('table', { name: words.byDay }).getByRole('row').last()).toHaveText(
    /\D+\d+\s\w+\s*2\s*1/,
  );

  await page.setViewportSize({ width: 360, height: 740 });
  await test.step('the chosen view is remembered', async () => {
    await page.reload();
    await expect(stages).toBeVisible();
    await line.click();
    await expect(stages).toBeHidden();
    await page.reload();
    await expect(line).toBeVisible();
    await expect(stages).toBeHidden();
  });
  await expect(table(page).getByRole('row').nth(1).getByRole('cell')).toHaveCount(8);
  await expect(table(page).getByRole('columnheader')).toHaveCount(9);
  expect((await sizeOf(page)).width).toBe(360);
});
