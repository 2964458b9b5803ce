import type { Locator, Page } from '@playwright/test';
import { applicantWords as words } from '@app/words/applicants.ts';
import { choiceWords } from '@app/words/choices.ts';
import { listApplicants } from '@app/contracts/project/applicants.ts';
import { callProduct } from './call-product.ts';
import { expect, test } from './fixtures.ts';
import { tabTo } from './keyboard.ts';
import { boxOf, primariesOf } from './layout.ts';
import { expectRoomForFingers } from './phone.ts';
import {
  QUESTIONS,
  type RecruitedPerson,
  type Recruiting,
  recruitingButton,
  applicantNames,
  openApplicants,
  rowOf,
  startRecruiting,
  table,
  toggleOf,
} from './recruiting.ts';

const { declineReason } = choiceWords;
const review = (page: Page) => page.getByRole('region', { name: words.reviewLabel });
const nameOnTop = (page: Page, name: string) => review(page).getByRole('heading', { name, exact: true });

/** Returns the newest first, in the order of the list. */
async function applyOneByOne(recruiting: Recruiting, answers: ('Every day' | 'Never')[]) {
  const people: RecruitedPerson[] = [];
  for (const answer of answers) people.unshift(await recruiting.apply(answer));
  return people;
}

const startReview = (page: Page, count: number) => page.getByRole('link', { name: words.review(count) });

/** Reads the status and reason of each application on the server. */
const decisionsOf = async (
  product: Parameters<typeof callProduct>[0],
  { researcher, studyId }: Recruiting,
) => {
  const listed = await callProduct(product, listApplicants, {
    as: researcher,
    params: { id: studyId },
    query: { size: 100 },
  });
  return listed.map(({ status, history }) => [status, history.at(-1)?.reason ?? null]);
};

const topOf = async (row: Locator) => (await boxOf(row)).y;

test('the table is on the first screen at both widths, a few Tabs after the heading @full', async ({
  visit,
  visitByPhone,
  product,
}) => {
  const recruiting = await startRecruiting(product, { from: 40 });
  const [never, often] = await applyOneByOne(recruiting, ['Every day', 'Never']);
  const page = await visit();
  await page.setViewportSize({ width: 1280, height: 800 });
  await openApplicants(page, recruiting);
  await expect(toggleOf(page, never!.name)).toBeVisible();
  const last = rowOf(page, often!.name);
  expect(await topOf(rowOf(page, never!.name))).toBeLessThan(500);
  expect((await topOf(last)) + (await boxOf(last)).height).toBeLessThan(800);

  await test.step('by keyboard, the focus is on the heading after navigation', async () => {
    await page
      .getByRole('heading', { level: 1 })
      .evaluate((heading: { tabIndex: number; focus: () => void }) => {
        heading.tabIndex = -1;
        heading.focus();
      });
    // The stops are the review, two files, the funnel, the search, the choice of list, two filters, select
    // all, and the first row.
    expect((await tabTo(page, words.selectOne(never!.name))).length).toBeLessThanOrEqual(10);
  });

  await test.step('a row shows the deciding answers, and marks those that disqualify', async () => {
    const cell = rowOf(page, never!.name).getByRole('cell').filter({ hasText: words.disqualifies });
    await expect(cell).toHaveText(`Never ${words.disqualifies}${words.between}At the market`);
    await expect(cell.getByTitle(QUESTIONS[0]!)).toBeVisible();
    await expect(rowOf(page, often!.name)).toContainText(`Every day${words.between}At the market`);
    await expect(rowOf(page, often!.name)).not.toContainText(words.disqualifies);
  });

  await test.step('at 360 px the first applicant is fully visible, with both decisions', async () => {
    const phone = await visitByPhone();
    await openApplicants(phone, recruiting);
    const accept = recruitingButton(phone, words.acceptOne(never!.name));
    await expect(accept).toBeVisible();
    expect(await topOf(rowOf(phone, never!.name))).toBeLessThan(560);
    const box = await boxOf(accept);
    expect(box.y + box.height).toBeLessThan(740);
    await expectRoomForFingers(phone);
  });
});

test('a desktop shows twelve applicants on its first screen, one line each, with one main button', async ({
  visit,
  product,
}) => {
  const recruiting = await startRecruiting(product, { from: 60 });
  await applyOneByOne(
    recruiting,
    Array.from({ length: 12 }, () => 'Every day' as const),
  );
  const page = await visit();
  await page.setViewportSize({ width: 1280, height: 800 });
  await openApplicants(page, recruiting);
  await expect(table(page).getByRole('row')).toHaveCount(13);
  const boxes = await Promise.all((await table(page).getByRole('row').all()).slice(1).map(boxOf));
  const heights = boxes.map(({ height }) => height);
  expect([Math.min(...heights) >= 44, Math.max(...heights) <= 56]).toEqual([true, true]);
  expect(boxes.at(-1)!.y + boxes.at(-1)!.height).toBeLessThanOrEqual(800);
  expect(await primariesOf(page)).toBe(1);
  const ages = await Promise.all((await table(page).locator('time').all()).map(boxOf));
  expect(Math.max(...ages.map(({ height }) => height))).toBeLessThan(24);

  await test.step('the time since an application updates by itself', async () => {
    const first = table(page).locator('time').first();
    const shiftedPage = await visit();
    await shiftedPage.clock.install();
    await openApplicants(shiftedPage, recruiting);
    const there = table(shiftedPage).locator('time').first();
    const before = await there.textContent();
    // A response would reveal the server's real time.
    await shiftedPage.context().route(/-service\/api\/v1\//, (route) => route.abort());
    await shiftedPage.clock.runFor(5 * 60_000);
    await expect(there).toHaveText(/\d minutes ago/);
    await expect(there).not.toHaveText(before ?? '');
    await expect(first).toHaveAttribute('title', /\d{4}/);
  });
});

test('AP3 one applicant is accepted and one declined from their rows, by keyboard too; the focus stays', async ({
  visit,
  product,
}) => {
  const recruiting = await startRecruiting(product, { from: 42 });
  const [never, often] = await applyOneByOne(recruiting, ['Every day', 'Never']);
  const page = await visit();
  await openApplicants(page, recruiting);
  await recruitingButton(page, words.acceptOne(often!.name)).press('Enter');
  await expect(recruitingButton(page, words.undo)).toBeFocused();
  await page.keyboard.press('Escape');
  await expect(toggleOf(page, often!.name)).toBeFocused();
  await expect(recruitingButton(page, words.acceptOne(often!.name))).toBeHidden();

  await recruitingButton(page, words.declineOne(never!.name)).click();
  const dialog = page.getByRole('dialog', { name: words.declineTitle(1, never!.name) });
  await dialog.getByText(declineReason.NOT_A_MATCH).click();
  await dialog.getByRole('button', { name: words.declineCount(1) }).click();
  await expect(page.getByText(words.decided.DECLINED(1, never!.name), { exact: true })).toBeVisible();
  await expect(toggleOf(page, never!.name)).toBeFocused();
  expect(await decisionsOf(product, recruiting)).toEqual([
    ['DECLINED', 'NOT_A_MATCH'],
    ['ACCEPTED', null],
  ]);
});

test('accepting many warns about one who did not qualify, and can accept only the others @full', async ({
  visit,
  product,
}) => {
  const recruiting = await startRecruiting(product, { from: 44 });
  const people = await applyOneByOne(recruiting, ['Every day', 'Never', 'Every day']);
  const never = people[1]!;
  const page = await visit();
  await openApplicants(page, recruiting);
  const all = page.getByRole('checkbox', { name: words.selectShown(3) });
  await all.check();
  await recruitingButton(page, words.acceptCount(3)).click();
  const dialog = page.getByRole('dialog', { name: words.acceptTitle(3) });
  await expect(dialog.getByText(words.didNotQualify(1, 3))).toBeVisible();
  await expect(dialog.getByRole('listitem')).toHaveText([never.name]);
  await dialog.getByRole('button', { name: words.keep }).click();
  await expect(dialog).toBeHidden();
  expect((await decisionsOf(product, recruiting)).map(([status]) => status)).toEqual(
    people.map(() => 'PENDING'),
  );

  await recruitingButton(page, words.acceptCount(3)).click();
  await dialog.getByRole('button', { name: words.acceptQualified(2) }).click();
  await expect(page.getByText(words.decided.ACCEPTED(2, ''), { exact: true })).toBeVisible();
  await expect(dialog).toBeHidden();
  expect((await decisionsOf(product, recruiting)).map(([status]) => status)).toEqual([
    'ACCEPTED',
    'PENDING',
    'ACCEPTED',
  ]);

  await test.step('no question if all qualified, and no alternative if none did', async () => {
    await recruitingButton(page, words.acceptCount(1)).click();
    const single = page.getByRole('dialog', { name: words.acceptTitle(1) });
    await expect(single.getByText(words.didNotQualify(1, 1))).toBeVisible();
    await expect(single.getByRole('button', { name: words.acceptQualified(0) })).toBeHidden();
    await single.getByRole('button', { name: words.acceptCount(1) }).click();
    await expect(page.getByText(words.decided.ACCEPTED(1, never.name), { exact: true })).toBeVisible();
  });
});

test('AP3 WCAG 2.1.4 twenty applicants are reviewed with 22 key presses @full', async ({
  visit,
  product,
}) => {
  const COUNT = 20;
  const DECLINED = [2, 5, 11, 19];
  const recruiting = await startRecruiting(product, { from: 47, places: COUNT });
  const people = await applyOneByOne(
    recruiting,
    Array.from({ length: COUNT }, () => 'Every day' as const),
  );
  const page = await visit();
  await openApplicants(page, recruiting);
  let presses = 0;
  const press = async (key: string) => {
    presses += 1;
    await page.keyboard.press(key);
  };
  await startReview(page, COUNT).focus();
  await press('Enter');
  for (const [at, { name }] of people.entries()) {
    await expect(nameOnTop(page, name)).toBeVisible();
    await expect(review(page).getByText(words.reviewAt(at + 1, COUNT))).toBeVisible();
    if (!DECLINED.includes(at)) {
      await press('a');
      continue;
    }
    await press('d');
    if (at !== DECLINED[0]) continue;
    // The first decline asks for a reason; later ones repeat it, and say so.
    await expect(page.getByText(words.declineQuickText)).toBeVisible();
    await press('3');
    await expect(review(page).getByText(words.declinesWith(declineReason.DATES_DO_NOT_FIT))).toBeVisible();
  }
  await expect(page.getByRole('heading', { name: words.reviewDone })).toBeVisible();
  expect(presses).toBeLessThanOrEqual(22);
  expect(await decisionsOf(product, recruiting)).toEqual(
    people.map((_, at) => (DECLINED.includes(at) ? ['DECLINED', 'DATES_DO_NOT_FIT'] : ['ACCEPTED', null])),
  );
  // There is one Undo, not a stack of twenty.
  await expect(recruitingButton(page, words.undo)).toHaveCount(1);

  await test.step('U undoes the last decision, and the applicant is decided again', async () => {
    await page.keyboard.press('u');
    await expect(nameOnTop(page, people.at(-1)!.name)).toBeVisible();
    await page.keyboard.press('a');
    await expect(page.getByRole('heading', { name: words.reviewDone })).toBeVisible();
    expect((await decisionsOf(product, recruiting)).at(-1)).toEqual(['ACCEPTED', null]);
  });

  await test.step('the list is shown again, with the focus on its heading', async () => {
    await page.getByRole('link', { name: words.leaveReview }).click();
    await expect.poll(() => applicantNames(page)).toEqual(people.map(({ name }) => name));
    await expect(page.getByRole('heading', { level: 1 })).toBeFocused();
  });
});

test('WCAG 2.1.4 shortcut keys type letters in fields and outside the review; J and K skip applicants @full', async ({
  visit,
  product,
}) => {
  const recruiting = await startRecruiting(product, { from: 67 });
  const [first, second] = await applyOneByOne(recruiting, ['Every day', 'Never']);
  const page = await visit();
  let sent = 0;
  page.on('request', (request) => (sent += Number(request.url().endsWith('/decisions'))));
  await openApplicants(page, recruiting);
  await startReview(page, 2).click();
  await expect(nameOnTop(page, first!.name)).toBeVisible();
  await expect(review(page)).toBeFocused();

  const remarks = page.getByRole('textbox', { name: words.remarks });
  await remarks.pressSequentially('Ask about dad, jak');
  await expect(remarks).toHaveValue('Ask about dad, jak');
  await page.getByRole('link', { name: 'My Accounts' }).focus();
  for (const key of 'adjk') await page.keyboard.press(key);
  await expect(nameOnTop(page, first!.name)).toBeVisible();

  await review(page).focus();
  await page.keyboard.press('Control+a');
  await page.keyboard.press('j');
  await expect(nameOnTop(page, second!.name)).toBeVisible();
  await page.keyboard.press('k');
  await expect(nameOnTop(page, first!.name)).toBeVisible();
  // The typed text is kept.
  await expect(remarks).toHaveValue('Ask about dad, jak');
  await page.keyboard.press('j');
  await page.keyboard.press('j');
  await expect(page.getByRole('heading', { name: words.reviewLeft(2) })).toBeVisible();
  expect(sent).toBe(0);
  await recruitingButton(page, words.reviewAgain).click();
  await expect(nameOnTop(page, first!.name)).toBeVisible();

  await test.step('Back ends the review', async () => {
    await page.goBack();
    await expect(table(page)).toBeVisible();
  });
});

test('AP3 at 360 px applicants are reviewed by thumb, with one press each @full', async ({
  visitByPhone,
  product,
}) => {
  const recruiting = await startRecruiting(product, { from: 69, places: 2 });
  const people = await applyOneByOne(recruiting, ['Every day', 'Never', 'Every day', 'Never', 'Every day']);
  const [one, two, three, four, five] = people.map(({ name }) => name);
  const page = await visitByPhone();
  await openApplicants(page, recruiting);
  await startReview(page, 5).tap();
  const tap = (name: string) => review(page).getByRole('button', { name, exact: true }).tap();
  await expect(nameOnTop(page, one!)).toBeInViewport();
  await expect(page.getByRole('button', { name: words.accept, exact: true })).toBeInViewport();
  await expectRoomForFingers(page);
  await tap(words.accept);

  await expect(nameOnTop(page, two!)).toBeInViewport();
  await expect(review(page).getByText(words.notQualified)).toBeVisible();
  await tap(words.decline);
  await expectRoomForFingers(page);
  await page.getByRole('dialog').getByRole('button', { name: declineReason.NOT_A_MATCH }).tap();

  await expect(nameOnTop(page, three!)).toBeInViewport();
  await tap(words.next);
  await expect(nameOnTop(page, four!)).toBeInViewport();
  await expectRoomForFingers(page);
  await tap(words.decline);

  await expect(nameOnTop(page, five!)).toBeInViewport();
  await test.step('another reason requires an explanation', async () => {
    await tap(words.changeReason);
    await page.getByRole('dialog').getByRole('button', { name: declineReason.OTHER }).tap();
    const dialog = page.getByRole('dialog', { name: words.declineTitle(1, five!) });
    await dialog.getByRole('textbox', { name: words.note }).fill('We meet in Tamale only.');
    await dialog.getByRole('button', { name: words.declineCount(1) }).tap();
  });
  await expect(page.getByRole('heading', { name: words.reviewLeft(1) })).toBeVisible();

  await test.step('a skipped applicant is shown again, and gets the last place', async () => {
    await recruitingButton(page, words.reviewAgain).tap();
    await expect(nameOnTop(page, three!)).toBeInViewport();
    await tap(words.accept);
    await expect(page.getByRole('heading', { name: words.reviewDone })).toBeVisible();
  });
  expect(await decisionsOf(product, recruiting)).toEqual([
    ['ACCEPTED', null],
    ['DECLINED', 'NOT_A_MATCH'],
    ['ACCEPTED', null],
    ['DECLINED', 'NOT_A_MATCH'],
    ['DECLINED', 'OTHER'],
  ]);
});
