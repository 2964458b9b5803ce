import type { Page } from '@playwright/test';
import { listApplicants } from '@app/contracts/project/applicants.ts';
import { decideSubmissions, finishSubmission, startSubmission } from '@app/contracts/project/submissions.ts';
import type { SubmissionStatus } from '@app/contracts/project/submission-choices.ts';
import { paths } from '@app/contracts/web-paths.ts';
import { applicantWords as words } from '@app/words/applicants.ts';
import { failureWords } from '@app/words/failures.ts';
import { studyPageWords } from '@app/words/study-page.ts';
import { submissionReviewWords as review } from '@app/words/submission-review.ts';
import { textFileWords } from '@app/words/text-files.ts';
import type { Product } from '../support/product.ts';
import { barriersOn } from './accessibility.ts';
import { callProduct } from './call-product.ts';
import { expect, test } from './fixtures.ts';
import { enterAs, newParticipant } from './people.ts';
import { expectRoomForFingers, expectToFitPhone } from './phone.ts';
import { pressesOf } from './press.ts';
import { table } from './recruiting.ts';
import { applyByCall } from './studies.ts';
import { newSubmitted, submittedTab } from './submitted-surveys.ts';

type Submitted = Awaited<ReturnType<typeof newSubmitted>>;

const rowsOf = (product: Product, { researcher, study }: Submitted, submission: SubmissionStatus) =>
  callProduct(product, listApplicants, {
    as: researcher,
    params: { id: study.id },
    query: { submission, size: 100 },
  });
const countOf = async (...given: Parameters<typeof rowsOf>) => (await rowsOf(...given)).length;
const button = (page: Page, name: string) => page.getByRole('button', { name, exact: true });
const rows = (page: Page) => table(page).getByRole('rowheader');
const open = (page: Page, { researcher, study }: Submitted) =>
  enterAs(page, researcher, `${paths.studyApplicants(study.id)}?submission=SUBMITTED`);

test('a researcher approves 40 surveys in three presses, and one undo returns all of them', async ({
  visit,
  product,
}) => {
  const submitted = await newSubmitted(product, { withCode: 40 });
  const { researcher, study } = submitted;
  const page = await visit();
  await page.setViewportSize({ width: 1280, height: 800 });
  await enterAs(page, researcher, paths.study(study.id));
  const hand = pressesOf(page);
  await hand.press(page.getByRole('link', { name: new RegExp(`^${studyPageWords.applicants(0)}`) }).first());
  await hand.press(submittedTab(page));
  await expect(rows(page)).toHaveCount(40);
  await hand.press(button(page, review.approveCount(40)));
  await expect(page.getByText(review.approved(40))).toBeVisible();
  expect(hand.count()).toBe(3);
  expect(await countOf(product, submitted, 'APPROVED')).toBe(40);
  await expect(button(page, review.approveCount(40))).toBeHidden();
  await button(page, words.undo).click();
  await expect(page.getByText(review.undone(40))).toBeVisible();
  expect(await countOf(product, submitted, 'SUBMITTED')).toBe(40);
  await expect(button(page, review.approveCount(40))).toBeVisible();
});

test('with a comparison it takes four presses; missing surveys are listed, and unknown codes named', async ({
  visit,
  product,
}) => {
  const submitted = await newSubmitted(product, { withCode: 4, withoutCode: 2 });
  const { researcher, study } = submitted;
  const codes = (await rowsOf(product, submitted, 'SUBMITTED')).map(({ code }) => code);
  const [missing = '', ...answered] = codes;
  const stranger = 'P0123456789AB';
  const file = ['start,pid', ...[...answered, stranger].map((code) => `10:02,${code}`)].join('\r\n');
  const page = await visit();
  await page.setViewportSize({ width: 1280, height: 800 });
  await enterAs(page, researcher, paths.study(study.id));
  const sent: string[] = [];
  page.on('request', (request) => sent.push(request.postData() ?? ''));
  const hand = pressesOf(page);
  await hand.press(page.getByRole('link', { name: new RegExp(`^${studyPageWords.applicants(0)}`) }).first());
  await hand.press(submittedTab(page));
  await hand.press(button(page, review.compare));
  const dialog = page.getByRole('dialog', { name: review.compare });
  await hand.type(dialog.getByRole('textbox', { name: review.pasted }), file.replaceAll('\r', ''));
  await expect(dialog.getByText(review.found(5, 6))).toBeVisible();
  await expect(dialog.getByText(review.unknown(1))).toContainText(stranger);
  await expect(dialog.getByRole('checkbox', { name: missing })).toBeVisible();
  expect(await barriersOn(page)).toEqual([]);
  await hand.press(button(page, review.approveCount(5)));
  await expect(page.getByText(review.approved(5))).toBeVisible();
  expect(hand.count()).toBe(4);
  expect(await countOf(product, submitted, 'APPROVED')).toBe(5);
  expect(sent.join('')).not.toContain(stranger);

  await test.step('a bad file says so, and a good one finds who is missing', async () => {
    await button(page, review.compare).click();
    const chooser = dialog.getByLabel(review.chooseFile);
    const bytes = (text: string) => Buffer.from(text, 'latin1');
    await chooser.setInputFiles({ name: 'answers.xlsx', mimeType: '', buffer: bytes('PK\u0003\u0004 zip') });
    await expect(dialog.getByText(textFileWords.notText)).toBeVisible();
    await chooser.setInputFiles({ name: 'empty.csv', mimeType: 'text/csv', buffer: bytes('start,end\n1,2') });
    await expect(dialog.getByText(review.noCodes)).toBeVisible();
    await chooser.setInputFiles({ name: 'answers.csv', mimeType: 'text/csv', buffer: bytes(file) });
    await expect(dialog.getByText(review.found(0, 1))).toBeVisible();
    await expect(dialog.getByText(review.notToReview(5))).toBeVisible();
  });

  await test.step('a missing survey is rejected, with a reason that the dialog proposes', async () => {
    const box = dialog.getByRole('checkbox', { name: missing });
    const toReject = dialog.getByRole('button', { name: review.rejectCount(1) });
    await box.check();
    await expect(toReject).toBeVisible();
    const longer = Buffer.from(`${file}\r\n10:02,${stranger}`);
    await dialog
      .getByLabel(review.chooseFile)
      .setInputFiles({ name: 'more.csv', mimeType: 'text/csv', buffer: longer });
    await expect(box).not.toBeChecked();
    await expect(toReject).toBeHidden();
    await box.check();
    await toReject.click();
    const rejecting = page.getByRole('dialog').filter({ hasText: review.rejectText });
    await expect(rejecting.getByRole('radio', { name: review.reasons.NO_ANSWERS })).toBeChecked();
    const reject = rejecting.getByRole('button', { name: review.rejectCount(1) });
    const text = rejecting.getByRole('textbox', { name: review.text });
    await rejecting.getByRole('button', { name: words.keep }).click();
    await expect(rejecting).toBeHidden();
    await expect(box).toBeChecked();
    await toReject.click();
    await text.fill('Too short');
    await expect(reject).toBeDisabled();
    await text.fill('I found no answers with your code in my survey.');
    await reject.click();
    await expect(page.getByText(review.rejected(1))).toBeVisible();
    await expect(rejecting).toBeHidden();
    await expect(dialog).toBeHidden();
    const [row] = await rowsOf(product, submitted, 'REJECTED');
    expect(row).toMatchObject({ code: missing, submission: { rejection: { reason: 'NO_ANSWERS' } } });
  });
});

test('on a phone: cards, an order that starts without a code, one rejection, its undo, and no surveys left', async ({
  visitByPhone,
  product,
}) => {
  const submitted = await newSubmitted(product, { withCode: 2, withoutCode: 1 });
  const page = await visitByPhone();
  await open(page, submitted);
  await expect(rows(page)).toHaveCount(3);
  const [first] = await rowsOf(product, submitted, 'SUBMITTED').then((all) =>
    all.filter(({ submission }) => submission?.outcome === 'NO_CODE'),
  );
  const card = table(page).getByRole('row').nth(1);
  await expect(card).toContainText(first?.code ?? '');
  await expect(card).toContainText(review.marks.noCode);
  await expect(card).toContainText(review.marks.veryFast);
  await expectRoomForFingers(page);
  await expectToFitPhone(page);
  expect(await barriersOn(page)).toEqual([]);
  const name = `${first?.firstName} ${first?.lastName}`;
  await button(page, words.ofSurvey.declineOne(name)).click();
  const dialog = page.getByRole('dialog', { name: review.rejectTitle(1, name) });
  await expectToFitPhone(page);
  expect(await barriersOn(page)).toEqual([]);
  await dialog.getByText(review.reasons.EMPTY_ANSWERS).click();
  await dialog.getByRole('textbox', { name: review.text }).fill('Every answer of this survey is empty.');
  await dialog.getByRole('button', { name: review.rejectCount(1) }).click();
  await expect(card).toContainText(review.status.REJECTED);

  await test.step('the message is in the details, with the undo of the decision', async () => {
    await rows(page).first().getByRole('button').click();
    await expect(page.getByText('The page was empty')).toBeVisible();
    await expect(page.getByText('Every answer of this survey is empty.')).toBeVisible();
    await button(page, review.undoDecision).click();
    await expect(button(page, words.ofSurvey.accept).first()).toBeVisible();
    expect(await countOf(product, submitted, 'SUBMITTED')).toBe(3);
  });

  await test.step('a lost connection changes nothing', async () => {
    await page.route('**/submissions/decisions', (route) => route.abort());
    await button(page, review.approveCount(3)).click();
    await expect(page.getByText(failureWords.network)).toBeVisible();
    await page.unrouteAll();
    expect(await countOf(product, submitted, 'SUBMITTED')).toBe(3);
  });

  await test.step('a late code without a place leads to more places', async () => {
    const submissionId = first?.submission?.id ?? '';
    const results = [{ submissionId, status: 'SUBMITTED', because: 'NO_PLACE_LEFT' }];
    await page.route('**/submissions/decisions', (route) =>
      route.fulfill({ status: 200, json: { status: 200, content: { undoUntil: null, results } } }),
    );
    await button(page, review.approveCount(3)).click();
    const notice = page.getByRole('status').filter({ hasText: review.noPlaceTitle(1) });
    await expect(notice.getByRole('link', { name: words.morePlaces })).toBeVisible();
    await button(page, words.dismiss).click();
    await expect(notice).toBeHidden();
    await page.unrouteAll();
  });

  await button(page, review.approveCount(3)).click();
  await expect.poll(() => countOf(product, submitted, 'APPROVED')).toBe(3);
  await page.reload();
  await expect(page.getByRole('heading', { name: words.noSurveysTitle })).toBeVisible();
});

test('a rejection beyond the limits waits for the admin, and the page says so', async ({
  visit,
  product,
}) => {
  const submitted = await newSubmitted(product, { withCode: 4 });
  const { researcher, study } = submitted;
  const all = (await rowsOf(product, submitted, 'SUBMITTED')).map(({ submission }) => submission?.id ?? '');
  const note = 'Every answer of this survey is empty.';
  const body = { submissionIds: all.slice(0, 3), decision: 'REJECT', reason: 'EMPTY_ANSWERS', note };
  await callProduct(product, decideSubmissions, { as: researcher, params: { id: study.id }, body });
  const page = await visit();
  await open(page, submitted);
  await table(page).getByRole('button', { name: words.ofSurvey.decline }).click();
  const dialog = page.getByRole('dialog');
  await expect(dialog.getByText(review.rejectLimit)).toBeVisible();
  await dialog.getByText(review.reasons.EMPTY_ANSWERS).click();
  await dialog.getByRole('textbox', { name: review.text }).fill(note);
  await dialog.getByRole('button', { name: review.rejectCount(1) }).click();
  await expect(page.getByText(review.requestedCount(1))).toBeVisible();
  await expect(table(page).getByText(review.status.REJECTION_REQUESTED)).toBeVisible();
});

test('the comparison rejects a person outside the loaded list by code, and keeps the data until then', async ({
  visit,
  product,
}) => {
  const submitted = await newSubmitted(product, { withCode: 2 });
  const [shown, hidden] = await rowsOf(product, submitted, 'SUBMITTED');
  const page = await visit();
  const view = new URLSearchParams({
    submission: 'SUBMITTED',
    name: `${shown?.firstName} ${shown?.lastName}`,
  });
  await enterAs(
    page,
    submitted.researcher,
    `${paths.studyApplicants(submitted.study.id)}?${view.toString()}`,
  );
  await expect(rows(page)).toHaveCount(1);
  await button(page, review.compare).click();
  const comparing = page.getByRole('dialog', { name: review.compare });
  await comparing.getByRole('textbox', { name: review.pasted }).fill(shown?.code ?? '');
  await comparing.getByRole('checkbox', { name: hidden?.code ?? '' }).check();
  await comparing.getByRole('button', { name: review.rejectCount(1) }).click();
  const rejecting = page.getByRole('dialog', { name: review.rejectTitle(1, hidden?.code ?? '') });
  await page.route('**/submissions/decisions', (route) => route.abort());
  await rejecting
    .getByRole('textbox', { name: review.text })
    .fill('I found no answers with your code in my survey.');
  await rejecting.getByRole('button', { name: review.rejectCount(1) }).click();
  await expect(page.getByText(failureWords.network)).toBeVisible();
  await page.unrouteAll();
  await rejecting.getByRole('button', { name: review.rejectCount(1) }).click();
  await expect(page.getByText(review.rejected(1))).toBeVisible();
  await expect(comparing).toBeHidden();
  expect(await countOf(product, submitted, 'REJECTED')).toBe(1);
});

test('an open list of submitted surveys announces new ones, and a review leaves out late ones', async ({
  visit,
  product,
}) => {
  const submitted = await newSubmitted(product, { withCode: 1 });
  const page = await visit();
  await open(page, submitted);
  await expect(rows(page)).toHaveCount(1);
  const late = await newParticipant(product);
  await applyByCall(product, late, submitted.study);
  const { id } = await callProduct(product, startSubmission, {
    as: late,
    params: { id: submitted.study.id },
  });
  await callProduct(product, finishSubmission, { as: late, params: { id }, body: {} });
  await button(page, words.showUpdates(words.newSurveys(1))).click();
  await expect(rows(page)).toHaveCount(2);
  // A code that came too late leaves the applicant pending.
  await page.route('**/applications?*status=PENDING*', async (route) => {
    const url = route.request().url().replace('status=PENDING', 'submission=SUBMITTED');
    const response = await route.fetch({ url });
    const json = (await response.json()) as { content: { status: string }[] };
    for (const row of json.content) row.status = 'PENDING';
    await route.fulfill({ response, json });
  });
  await enterAs(page, submitted.researcher, `${paths.studyApplicants(submitted.study.id)}?review=true`);
  await expect(page.getByRole('heading', { name: words.reviewDone })).toBeVisible();
  await expect(page.getByRole('button', { name: words.accept, exact: true })).toBeHidden();
});
