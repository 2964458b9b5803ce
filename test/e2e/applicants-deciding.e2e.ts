import type { Page } from '@playwright/test';
import { decideApplicants } from '@app/contracts/project/applicants.ts';
import { readStudy } from '@app/contracts/project/browsing.ts';
import { paths } from '@app/contracts/web-paths.ts';
import { applicantWords as words } from '@app/words/applicants.ts';
import { choiceWords } from '@app/words/choices.ts';
import { failureWords } from '@app/words/failures.ts';
import { studyPageWords as studyPage } from '@app/words/study-page.ts';
import { studyStateWords } from '@app/words/study-state.ts';
import { WIDTHS } from '../support/sizes.ts';
import { callProduct } from './call-product.ts';
import { expect, test } from './fixtures.ts';
import { boxOf } from './layout.ts';
import { expectToFitWidth } from './text-size.ts';
import { enterAs } from './people.ts';
import { pressTwice } from './press.ts';
import {
  recruitingButton,
  applicantNames,
  openApplicants,
  rowOf,
  startRecruiting,
  table,
  toggleOf,
} from './recruiting.ts';

const { applicationStatus } = choiceWords;
const expectStatus = (page: Page, name: string, status: keyof typeof applicationStatus) =>
  expect(rowOf(page, name).getByRole('cell').nth(3)).toHaveText(applicationStatus[status]);

/** Counts every decision that the page sends. */
function countDecisions(page: Page): () => number {
  let sent = 0;
  page.on('request', (request) => (sent += Number(request.url().endsWith('/decisions'))));
  return () => sent;
}

test('AP3 AP4 acceptance stops at the number of places, skipped applicants are explained, and a decision is undone', async ({
  visit,
  product,
}) => {
  const recruiting = await startRecruiting(product, { from: 20, places: 2 });
  const people = [];
  for (let count = 0; count < 4; count += 1) people.push(await recruiting.apply());
  const [first, second, third, fourth] = people as [
    (typeof people)[0],
    (typeof people)[0],
    (typeof people)[0],
    (typeof people)[0],
  ];
  const page = await visit();
  const sent = countDecisions(page);
  await openApplicants(page, recruiting);
  await expectStatus(page, first.name, 'PENDING');
  await first.withdraw();
  const box = ({ name }: { name: string }) => page.getByRole('checkbox', { name: words.selectOne(name) });
  await page.getByRole('checkbox', { name: words.selectShown(4) }).check();
  await expect(page.getByText(words.selected(4))).toBeVisible();
  // The order of the list must not decide who gets the places.
  await expect(recruitingButton(page, words.acceptCount(4))).toBeDisabled();
  await expect(recruitingButton(page, words.acceptCount(4))).toHaveAccessibleDescription(
    words.selectFewer(2),
  );
  await box(second).uncheck();
  await box(third).uncheck();
  await pressTwice(recruitingButton(page, words.acceptCount(2)));

  const notice = page
    .getByRole('region')
    .or(page.getByRole('status'))
    .filter({ hasText: words.undecidedTitle.ACCEPTED(1) });
  await expect(notice.first()).toContainText(words.undecidedBecause.IS_WITHDRAWN(1));
  await expect(notice.first()).toBeInViewport();
  expect(sent()).toBe(1);
  await expectStatus(page, fourth.name, 'ACCEPTED');
  await expectStatus(page, third.name, 'PENDING');
  await expectStatus(page, first.name, 'WITHDRAWN');
  await expect(box(first)).toBeHidden();

  await test.step('Undo fails, is retried, and releases the place', async () => {
    await page.route('**/decisions', (route) => route.abort());
    await recruitingButton(page, words.undo).click();
    await expect(page.getByText(failureWords.network)).toBeVisible();
    await page.unrouteAll();
    await recruitingButton(page, words.tryAgain).click();
    await expect(page.getByText(words.decided.PENDING(1), { exact: true })).toBeVisible();
    await expectStatus(page, fourth.name, 'PENDING');
    await expect(page.getByText(words.placesLeft(2, 2))).toBeVisible();
  });

  await test.step('when the study is full, no one else can be accepted', async () => {
    for (const person of [third, fourth]) await box(person).check();
    await recruitingButton(page, words.acceptCount(2)).click();
    await expect(page.getByText(words.recruitmentText.FULL)).toBeVisible();
    await expect(page.getByRole('link', { name: words.morePlaces })).toHaveAttribute(
      'href',
      paths.study(recruiting.studyId),
    );
    await box(second).check();
    await expect(recruitingButton(page, words.acceptCount(1))).toBeDisabled();
    await expect(recruitingButton(page, words.acceptCount(1))).toHaveAccessibleDescription(words.noPlaceLeft);
  });
});

for (const width of WIDTHS) {
  test(`a full study is shown as full on its three pages, with a link to more places, at ${width} px`, async ({
    visit,
    product,
  }) => {
    const recruiting = await startRecruiting(product, { from: 40, places: 1 });
    const { researcher: as, studyId } = recruiting;
    const { applicationId } = await recruiting.apply();
    await recruiting.apply();
    await callProduct(product, decideApplicants, {
      as,
      params: { id: studyId },
      body: { applicationIds: [applicationId], status: 'ACCEPTED' },
    });
    const own = await callProduct(product, readStudy, { as, params: { id: studyId } });
    if (own.audience !== 'RESEARCHER') throw new Error('It is her own study');
    const { projectId, name } = own;
    const page = await visit();
    await page.setViewportSize({ width, height: 800 });
    const main = page.getByRole('main');
    const full = main.getByText(studyStateWords.full, { exact: true });
    await enterAs(page, as, paths.project(projectId));
    await expect(main.getByRole('listitem').filter({ hasText: name }).first()).toContainText(
      studyStateWords.full,
    );
    await page.goto(paths.study(studyId));
    await expect(full).toBeVisible();
    await page.goto(recruiting.path);
    await expect(full).toBeVisible();
    await expect(page.getByText(words.recruitmentText.FULL)).toBeVisible();
    await expectToFitWidth(page);
    await page.getByRole('link', { name: words.morePlaces }).click();
    const dialog = page.getByRole('dialog', { name: studyPage.morePlaces });
    await dialog.getByRole('textbox', { name: studyPage.placesInAll }).fill('2');
    await dialog.getByRole('button', { name: studyPage.addPlaces }).click();
    await expect(page.getByText(studyPage.placesAdded(2))).toBeVisible();
    await expect(full).toBeHidden();
    await expect(main.getByText(choiceWords.studyState.PUBLISHED, { exact: true })).toBeVisible();
    await page.reload();
    await expect(main.getByText(studyPage.placesTaken(1, 2))).toBeVisible();
    await expect(dialog).toBeHidden();
    await page.goto(recruiting.path);
    await expect(main.getByText(choiceWords.studyState.PUBLISHED, { exact: true })).toBeVisible();
  });
}

test('AP3 SC2 declining requires a reason, and keeps the text after a lost connection', async ({
  visit,
  product,
}) => {
  const recruiting = await startRecruiting(product, { from: 25 });
  const one = await recruiting.apply();
  const other = await recruiting.apply();
  const page = await visit();
  const sent = countDecisions(page);
  await openApplicants(page, recruiting);
  await toggleOf(page, one.name).click();
  const details = page.getByRole('group', { name: words.answersHeading(one.name) });
  await recruitingButton(page, words.decline).click();
  const dialog = page.getByRole('dialog', { name: words.declineTitle(1, one.name) });
  const confirm = dialog.getByRole('button', { name: words.declineCount(1) });
  await expect(confirm).toBeDisabled();
  expect(sent()).toBe(0);
  await dialog.getByRole('radio', { name: choiceWords.declineReason.OTHER }).check();
  await expect(dialog.getByText(words.noteWanted)).toBeVisible();
  const note = dialog.getByRole('textbox', { name: words.note });
  await note.fill('We meet in Tamale only.');

  await test.step('text written about one applicant is not shown for another', async () => {
    await dialog.getByRole('button', { name: words.keep }).click();
    await toggleOf(page, other.name).click();
    const others = page.getByRole('group', { name: words.answersHeading(other.name) });
    await others.getByRole('button', { name: words.decline, exact: true }).click();
    const otherDialog = page.getByRole('dialog', { name: words.declineTitle(1, other.name) });
    await expect(otherDialog.getByRole('radio', { checked: true })).toHaveCount(0);
    await expect(otherDialog.getByRole('textbox', { name: words.note })).toHaveValue('');
    await otherDialog.getByRole('button', { name: words.keep }).click();
    await toggleOf(page, other.name).click();
    await details.getByRole('button', { name: words.decline, exact: true }).click();
    await expect(note).toHaveValue('We meet in Tamale only.');
  });

  await page.route('**/decisions', async (route) => {
    await route.fetch();
    await route.abort();
  });
  await confirm.click();
  await expect(page.getByText(failureWords.network)).toBeVisible();
  await expect(note).toHaveValue('We meet in Tamale only.');
  await page.unrouteAll();
  await pressTwice(confirm);
  await expect(dialog).toBeHidden();
  await expect(page.getByText(words.decided.DECLINED(1, one.name), { exact: true })).toBeVisible();
  // The server had processed it: the repeat is answered as done, not as declined before.
  await expect(page.getByText(words.undecidedTitle.DECLINED(1))).toBeHidden();
  await expectStatus(page, one.name, 'DECLINED');
  await expectStatus(page, other.name, 'PENDING');
  await expect(details.getByText(choiceWords.declineReason.OTHER)).toBeVisible();
  await expect(details.getByText('We meet in Tamale only.')).toBeVisible();

  await test.step('a decline can be undone later too', async () => {
    await details.getByRole('button', { name: words.undoDecline }).click();
    await expectStatus(page, one.name, 'PENDING');
    await expect(details.getByRole('listitem').last()).toContainText(words.steps.PENDING);
    await page.reload();
    await expectStatus(page, one.name, 'PENDING');
  });
});

test('AP3 by keyboard alone: select, accept, undo @full', async ({ visit, product }) => {
  const recruiting = await startRecruiting(product, { from: 28 });
  const one = await recruiting.apply();
  const page = await visit();
  await openApplicants(page, recruiting);
  await page.getByRole('checkbox', { name: words.selectOne(one.name) }).focus();
  await page.keyboard.press('Space');
  await recruitingButton(page, words.acceptCount(1)).press('Enter');
  await expect(recruitingButton(page, words.undo)).toBeFocused();
  await expectStatus(page, one.name, 'ACCEPTED');
  await page.keyboard.press('Enter');
  await expectStatus(page, one.name, 'PENDING');
  await expect(toggleOf(page, one.name)).toBeFocused();
});

test('AP3 in the details by keyboard alone: the focus stays there', async ({ visit, product }) => {
  const recruiting = await startRecruiting(product, { from: 29 });
  const one = await recruiting.apply();
  const page = await visit();
  await openApplicants(page, recruiting);
  await toggleOf(page, one.name).press('Enter');
  await recruitingButton(page, words.accept).press('Enter');
  const undo = recruitingButton(page, words.undo);
  await expect(undo).toBeFocused();
  await page.keyboard.press('Escape');
  await expect(undo).toBeHidden();
  await expect(page.getByRole('group', { name: words.answersHeading(one.name) })).toBeFocused();
  await page.keyboard.press('Tab');
  const undoButton = recruitingButton(page, words.undoAcceptance);
  await expect(undoButton).toBeFocused();
  await undoButton.press('Enter');
  await expectStatus(page, one.name, 'PENDING');
  await expect(page.getByRole('group', { name: words.answersHeading(one.name) })).toBeFocused();
});

test('D-31 new applicants are announced, and no row moves until the researcher loads them @full', async ({
  visit,
  product,
}) => {
  const recruiting = await startRecruiting(product, { from: 30 });
  const first = await recruiting.apply();
  const page = await visit();
  await openApplicants(page, recruiting);
  await expect(toggleOf(page, first.name)).toBeVisible();
  await expect(page.getByRole('button', { name: /unread/ })).toBeVisible();
  const before = await boxOf(toggleOf(page, first.name));
  const second = await recruiting.apply();
  const show = recruitingButton(page, words.showUpdates(words.newApplicants(1)));
  await expect(show).toBeVisible();
  expect(await applicantNames(page)).toEqual([first.name]);
  expect(await boxOf(toggleOf(page, first.name))).toEqual(before);
  await first.withdraw();
  const both = `${words.newApplicants(1)}, ${words.withdrawn(1)}`;
  await expect(recruitingButton(page, words.showUpdates(both))).toBeVisible();
  expect(await applicantNames(page)).toEqual([first.name]);
  await recruitingButton(page, words.showUpdates(both)).click();
  await expect.poll(() => applicantNames(page)).toEqual([second.name, first.name]);
  await expectStatus(page, first.name, 'WITHDRAWN');
  await expect(recruitingButton(page, words.showUpdates(both))).toBeHidden();
  await toggleOf(page, first.name).click();
  await expect(page.getByText(words.withdrawnText)).toBeVisible();
});

test('S-117 an unverified researcher can read the list, and reads that they cannot decide @full', async ({
  visit,
  product,
}) => {
  const recruiting = await startRecruiting(product, { from: 33 });
  const one = await recruiting.apply();
  const page = await visit();
  await page.route('**/users/me', async (route) => {
    const answer = await route.fetch();
    const { content } = (await answer.json()) as { content: object };
    await route.fulfill({
      response: answer,
      json: { content: { ...content, adminVerificationStatus: 'PENDING' } },
    });
  });
  await openApplicants(page, recruiting);
  await expect(page.getByRole('heading', { name: words.mayNotDecideTitle })).toBeVisible();
  await toggleOf(page, one.name).click();
  await expect(page.getByRole('textbox', { name: words.remarks })).toBeVisible();
  await expect(table(page).getByRole('checkbox')).toHaveCount(0);
  await expect(recruitingButton(page, words.accept)).toHaveCount(0);
});
