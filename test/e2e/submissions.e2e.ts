import type { Page } from '@playwright/test';
import { PROJECT_BASE } from '@app/contracts/bases.ts';
import { decideApplicants } from '@app/contracts/project/applicants.ts';
import { listOwnApplications } from '@app/contracts/project/applications.ts';
import {
  correctSurvey,
  enterCompletionCode,
  listOwnSubmissions,
  type OwnSubmission,
} from '@app/contracts/project/submissions.ts';
import { paths } from '@app/contracts/web-paths.ts';
import { applicationWords as apply } from '@app/words/applications.ts';
import { authWords as auth } from '@app/words/auth.ts';
import { cedis } from '@app/words/cedis.ts';
import { errorWords } from '@app/words/errors.ts';
import { myStudiesWords as myStudies } from '@app/words/my-studies.ts';
import {
  completionWords as returned,
  openSurveyWords as openWords,
  ownSubmissionWords as words,
} from '@app/words/own-submissions.ts';
import { studyDetailsWords as details } from '@app/words/study-details.ts';
import { submissionWords } from '@app/words/submissions.ts';
import { withdrawingWords as withdrawing } from '@app/words/withdrawal.ts';
import { deadline } from '../../apps/web/src/format/deadline.ts';
import { meetingTime } from '../../apps/web/src/format/meeting-time.ts';
import { graceEnd } from '../../apps/web/src/product/submissions/may-start.ts';
import { barriersOn } from './accessibility.ts';
import { callProduct } from './call-product.ts';
import { expect, test } from './fixtures.ts';
import { logInHere } from './log-in-here.ts';
import { untilCached } from './offline.ts';
import { enterAs, newParticipant } from './people.ts';
import { expectRoomForFingers, expectToFitPhone } from './phone.ts';
import { putItems } from './stored-items.ts';
import { pressesOf, pressTwice } from './press.ts';
import { shiftPageClock } from './shift-page-clock.ts';
import { answerAll, SCREEN_PASSWORD } from './steps.ts';
import { applyByCall } from './studies.ts';
import { answerAsSurveyTool, findCode, newOnline, newStarted } from './submissions.ts';
import { expectToFitWidth } from './text-size.ts';
import { untilAlive } from './wait-until.ts';

const button = (page: Page, name: string) => page.getByRole('button', { name, exact: true });
const title = (page: Page, name: string) => page.getByRole('heading', { level: 1, name, exact: true });

test('the return address records a finished survey and says by when it is paid, in two tabs and after Back', async ({
  visitByPhone,
  visit,
  product,
}) => {
  const online = await newOnline(product, { incentive: 6 });
  const kojo = await newStarted(product, online);
  const path = paths.completion(await findCode(product, online));
  const page = await visitByPhone();
  await enterAs(page, kojo, path);
  await expect(title(page, words.titles.SUBMITTED)).toBeFocused();
  const [submission] = await callProduct(product, listOwnSubmissions, { as: kojo });
  const promise = words.paidBy(cedis(600), meetingTime(submission!.paidBy!));
  await expect(page.getByText(promise)).toBeVisible();
  await expectRoomForFingers(page);
  await page.getByRole('link', { name: returned.toStudies }).tap();
  await expect(page).toHaveURL(new RegExp(`${paths.studies}$`));
  await page.goBack();
  await expect(page.getByText(promise)).toBeVisible();
  const other = await visit(page);
  await other.goto(path.toLowerCase());
  await expect(other.getByText(promise)).toBeVisible();
  expect(await callProduct(product, listOwnSubmissions, { as: kojo })).toEqual([submission]);
});

test('a return without a session shows the code, which log-in records', async ({ visitByPhone, product }) => {
  const online = await newOnline(product);
  const kojo = await newStarted(product, online);
  const code = await findCode(product, online);
  const page = await visitByPhone();
  await page.goto(paths.completion(code));
  await expect(page.getByText(`${code.slice(0, 4)}-${code.slice(4)}`)).toBeVisible();
  await expectRoomForFingers(page);
  await page.getByRole('link', { name: returned.logIn, exact: true }).tap();
  await expect(page).toHaveURL(/\/participant-login/);
  await untilAlive(page);
  await page.getByRole('textbox', { name: auth.email, exact: true }).fill(kojo.email);
  await page.getByLabel(auth.password, { exact: true }).fill(SCREEN_PASSWORD);
  await button(page, auth.logIn).tap();
  await expect(title(page, words.titles.SUBMITTED)).toBeVisible();
  await expect(page.getByText(words.checked)).toBeVisible();
});

test('the return address shows nothing that is no code, and asks before it records one of another person', async ({
  visitByPhone,
  visit,
  product,
}) => {
  const online = await newOnline(product);
  const [kojo, other] = await Promise.all([newStarted(product, online), newParticipant(product)]);
  const page = await visitByPhone();
  await page.goto(paths.completion('SEND-MONEY'));
  await expect(title(page, returned.wrongTitle)).toBeVisible();
  await expect(page.getByText(/send-?money/i)).toHaveCount(0);
  await enterAs(page, kojo, paths.completion(await findCode(product, online)));
  await expect(title(page, words.titles.SUBMITTED)).toBeVisible();
  const sent: unknown[] = [];
  await page.route(`**${PROJECT_BASE}${enterCompletionCode.path}`, async (route) => {
    sent.push(route.request().postData());
    await route.continue();
  });
  // Another tab of the same browser.
  await putItems(await visit(page), { user: other });
  await expect(title(page, returned.anotherTitle)).toBeVisible();
  await expect(page.getByText(returned.anotherText(other.email))).toBeVisible();
  await expectRoomForFingers(page);
  await page.reload();
  await expect(title(page, returned.anotherTitle)).toBeVisible();
  expect(sent).toEqual([]);
  await button(page, returned.sendAsAnother).tap();
  await expect(title(page, returned.notOpenTitle)).toBeVisible();
  await page.reload();
  await expect(title(page, returned.notOpenTitle)).toBeVisible();
});

test('other codes change nothing: a wrong one, that of an unopened survey, and the researcher’s test', async ({
  visit,
  product,
}) => {
  const online = await newOnline(product);
  const [kojo, code] = await Promise.all([newStarted(product, online), findCode(product, online)]);
  const stranger = await newParticipant(product);
  const page = await visit();
  await enterAs(page, kojo, paths.completion('22222222'));
  await expect(title(page, returned.wrongTitle)).toBeVisible();
  await page.goto(paths.completion('K7QX'));
  await expect(title(page, returned.wrongTitle)).toBeVisible();
  await enterAs(page, stranger, paths.completion(code));
  await expect(title(page, returned.notOpenTitle)).toBeVisible();
  // The other tab asks first, because the participant had the code in it.
  const desk = await visit();
  await enterAs(desk, online.researcher, paths.completion(code));
  await expect(title(desk, returned.testTitle.COMPLETED)).toBeVisible();
  const [own] = await callProduct(product, listOwnSubmissions, { as: kojo });
  expect(own?.status).toBe('STARTED');
});

test('a participant who does not fit is paid for the time, or simply sent back', async ({
  visit,
  product,
}) => {
  const online = await newOnline(product, { incentive: 6, places: 2 });
  const page = await visit();
  await enterAs(
    page,
    await newStarted(product, online),
    paths.completion(await findCode(product, online, 'SCREENED_OUT')),
  );
  await expect(title(page, words.titles.SCREENED_OUT)).toBeVisible();
  await expect(page.getByText(words.screenedOut(cedis(100)))).toBeVisible();
  await enterAs(
    page,
    await newStarted(product, online),
    paths.completion(await findCode(product, online, 'NOT_ELIGIBLE')),
  );
  await expect(title(page, words.titles.RETURNED)).toBeVisible();
});

const ABOUT_MEETINGS = /choose (a|your) time|when to meet|days have passed|which times|that you came/i;
const card = (page: Page, { id }: { id: string }) => page.locator(`li[id="${id}"]`);
const act = (page: Page, name: string, { publicName }: { publicName: string }) =>
  page.getByRole('button', { name: words.of(name, publicName), exact: true });

for (const width of [360, 1280]) {
  test(`a participant finds a survey, answers it and sees by when it is paid, in five presses, at ${width} px`, async ({
    newContext,
    product,
  }) => {
    const [online, kojo] = await Promise.all([newOnline(product, { incentive: 6 }), newParticipant(product)]);
    const { study } = online;
    const context = await newContext({ viewport: { width, height: 800 } });
    const opened = await answerAsSurveyTool(context);
    const page = await context.newPage();
    await enterAs(page, kojo, paths.browseStudies);
    const { press, count } = pressesOf(page);
    await press(page.locator(`a[href="${paths.studyApply(study.id)}"]`).last());
    await answerAll(page, study);
    await expect(page.getByText(ABOUT_MEETINGS)).toHaveCount(0);
    await press(button(page, apply.submit));
    await expect(button(page, openWords.later)).toBeVisible();
    const [application] = await callProduct(product, listOwnApplications, { as: kojo });
    const place = openWords.placeTitle(deadline(application!.startBy!));
    await expect(page.getByRole('dialog', { name: place })).toBeVisible();
    await expectToFitWidth(page);
    await press(button(page, openWords.open));
    const leaving = page.getByRole('dialog', { name: openWords.leavingTitle });
    await expect(leaving).toContainText(`${openWords.leavingFor} kobotoolbox.org. ${openWords.neverPin}`);
    await expect(leaving).not.toContainText(openWords.unknownHost);
    await expectToFitWidth(page);
    const [survey] = await Promise.all([
      context.waitForEvent('page'),
      press(leaving.getByRole('link', { name: openWords.goOn })),
    ]);
    await expect(page).toHaveURL(new RegExp(`${paths.studies}#${study.id}$`));
    const [first] = await callProduct(product, listOwnSubmissions, { as: kojo });
    await expect(card(page, study)).toContainText(words.finishUntil(deadline(first!.expiresAt)));
    await expectToFitWidth(page);
    expect(await barriersOn(page)).toEqual([]);
    await survey.getByRole('link', { name: 'Finish' }).click();
    await expect(title(survey, words.titles.SUBMITTED)).toBeVisible();
    expect(count() + 1).toBe(5);
    expect(opened).toHaveLength(1);
    expect(opened[0]!.url.searchParams.get('d[id]')).toMatch(/^P[\dA-Z]{12}$/);
    expect(opened[0]!.referrer).toBeUndefined();

    const [submission] = await callProduct(product, listOwnSubmissions, { as: kojo });
    const promise = words.paidBy(cedis(600), meetingTime(submission!.paidBy!));
    await expect(survey.getByText(promise)).toBeVisible();
    await expect(card(page, study).getByText(promise)).toBeVisible();
    await expect(page.getByRole('heading', { level: 2, name: myStudies.parts.WAITING })).toBeVisible();
    await expect(card(page, study)).toContainText(details.paidOnline(6, 8, null));
    await expect(card(page, study)).toContainText(details.aboutMinutes(8));
    await expect(page.getByText(ABOUT_MEETINGS)).toHaveCount(0);
    // From the thanks, Back leads to the survey, and the survey leads to the same thanks again.
    await survey.goBack();
    await survey.getByRole('link', { name: 'Finish' }).click();
    await expect(survey.getByText(promise)).toBeVisible();
  });
}

test('an accepted applicant without a start limit is led to the survey, not to a time', async ({
  visitByPhone,
  product,
}) => {
  const [{ study }, kojo] = await Promise.all([newOnline(product), newParticipant(product)]);
  const page = await visitByPhone();
  // The study may have been paused at this moment.
  await page.route(`**${PROJECT_BASE}/studies/${study.id}/applications`, async (route) => {
    const response = await route.fetch();
    const { content, ...rest } = (await response.json()) as { content: { startBy?: string } };
    await route.fulfill({ response, json: { ...rest, content: { ...content, startBy: undefined } } });
  });
  await enterAs(page, kojo, paths.studyApply(study.id));
  await answerAll(page, study);
  await button(page, apply.submit).tap();
  await expect(page).toHaveURL(new RegExp(`${paths.studies}#${study.id}$`));
  await expect(card(page, study)).toBeVisible();
  await expect(page.getByText(ABOUT_MEETINGS)).toHaveCount(0);
});

test('the place waits in My Studies, an unknown website gets a caution, and a wrong code is named at its field', async ({
  visitByPhone,
  product,
}) => {
  const online = await newOnline(product, {
    address: 'https://kobotoolbox.org.example.com/x?d={{PARTICIPANT}}',
  });
  const { study } = online;
  const kojo = await newParticipant(product);
  await applyByCall(product, kojo, study);
  const page = await visitByPhone();
  await answerAsSurveyTool(page.context(), 'kobotoolbox.org.example.com');
  await enterAs(page, kojo, paths.studies);
  await expect(page.getByRole('heading', { level: 2, name: myStudies.parts.COMING_UP })).toBeVisible();
  await expectToFitPhone(page);
  await pressTwice(act(page, openWords.open, study));
  const leaving = page.getByRole('dialog', { name: openWords.leavingTitle });
  await expect(leaving).toContainText(`${openWords.leavingFor} kobotoolbox.org.example.com.`);
  await expect(leaving).toContainText(openWords.unknownHost);
  await expectRoomForFingers(page);
  await leaving.getByRole('button', { name: openWords.notNow }).tap();
  // The time runs, but the warning was not read to its end.
  await expect(page.getByRole('textbox', { name: words.code })).toBeVisible();
  const again = act(page, openWords.open, study);
  // A middle click would follow a link past the warning.
  await expect(page.locator('a[href*="kobotoolbox.org.example.com"]')).toHaveCount(0);
  await again.tap();
  await expect(leaving).toContainText(`${openWords.leavingFor} kobotoolbox.org.example.com.`);
  const [first] = await Promise.all([
    page.context().waitForEvent('page'),
    leaving.getByRole('link', { name: openWords.goOn }).tap(),
  ]);
  await first.close();
  await expect(again).toBeFocused();
  // The second opening of the same website needs no warning.
  const [survey] = await Promise.all([page.context().waitForEvent('page'), again.tap()]);
  await expect(survey.getByText('How do you listen to the radio?')).toBeVisible();
  await survey.close();
  await callProduct(product, correctSurvey, {
    as: online.researcher,
    params: { id: study.id },
    body: { address: 'https://other.example.com/?d={{PARTICIPANT}}' },
  });
  const answered = Promise.withResolvers<void>();
  await page.route(`**${PROJECT_BASE}${listOwnSubmissions.path}`, async (route) => {
    await answered.promise;
    await route.continue();
  });
  await page.reload();
  // The last known copy has the earlier address.
  await expect(again).toHaveAttribute('aria-busy', 'true');
  await again.tap({ force: true });
  await expect(leaving).toBeHidden();
  answered.resolve();
  await expect(again).not.toHaveAttribute('aria-busy');
  await again.tap();
  await expect(leaving).toContainText(`${openWords.leavingFor} other.example.com.`);
  await leaving.getByRole('button', { name: openWords.notNow }).tap();
  await expectToFitPhone(page);
  const field = page.getByRole('textbox', { name: words.code });
  const send = act(page, words.send, study);
  await expect(send).toBeDisabled();
  await field.fill('2222 2222');
  await send.tap();
  await expect(field).toHaveAccessibleDescription(new RegExp(errorWords.COMPLETION_CODE_WRONG));
  const code = await findCode(product, online);
  await field.fill(`${code.slice(0, 4).toLowerCase()}-${code.slice(4)}`);
  await pressTwice(send);
  await expect(card(page, study).getByText(words.checked)).toBeVisible();
  await expect(card(page, study).getByRole('heading', { level: 3 })).toBeFocused();
  await expect(page.getByRole('button', { name: myStudies.withdrawFrom(study.publicName) })).toBeHidden();
});

test('more time is one press, the last minutes count down, and finishing needs no code', async ({
  visitByPhone,
  product,
}) => {
  const online = await newOnline(product);
  const { study } = online;
  const kojo = await newStarted(product, online);
  const page = await visitByPhone();
  await enterAs(page, kojo, paths.studies);
  const [started] = await callProduct(product, listOwnSubmissions, { as: kojo });
  await expect(card(page, study)).toContainText(words.finishUntil(deadline(started!.expiresAt)));
  await shiftPageClock(page, 50 / 60);
  await expect(card(page, study)).toContainText(words.timeLeft(10));
  const soon = card(page, study)
    .getByRole('status')
    .filter({ hasText: words.lessThan(15) });
  await expect(soon).toHaveCount(1);
  await pressTwice(act(page, words.moreTime, study));
  await expect(act(page, words.moreTime, study)).toBeHidden();
  await expect(card(page, study).getByRole('heading', { level: 3 })).toBeFocused();
  const [extended] = await callProduct(product, listOwnSubmissions, { as: kojo });
  await expect(page.getByText(words.timeAdded(deadline(extended!.expiresAt)))).toBeVisible();
  await expect(card(page, study)).toContainText(words.finishUntil(deadline(extended!.expiresAt)));
  await expect(soon).toHaveCount(0);
  await shiftPageClock(page, 3);
  await expect(card(page, study)).toContainText(words.timeHasEnded);
  await shiftPageClock(page, 0);
  await act(page, words.noCode, study).tap();
  const dialog = page.getByRole('dialog', { name: words.finishing.title });
  await dialog.getByRole('textbox', { name: words.finishing.label }).fill('The last page was empty.');
  await expectRoomForFingers(page);
  await pressTwice(dialog.getByRole('button', { name: words.finishing.save, exact: true }));
  await expect(card(page, study).getByText(words.checked)).toBeVisible();
  const [own] = await callProduct(product, listOwnSubmissions, { as: kojo });
  expect(own).toMatchObject({ status: 'SUBMITTED', outcome: 'NO_CODE' });
});

test('stopping asks first, and counts as neither a decline nor a mark', async ({ visitByPhone, product }) => {
  const online = await newOnline(product);
  const { study } = online;
  const page = await visitByPhone();
  await enterAs(page, await newStarted(product, online), paths.studies);
  const stop = act(page, words.stop, study);
  await stop.tap();
  const dialog = page.getByRole('dialog', { name: withdrawing.stopTitle });
  await expectRoomForFingers(page);
  await dialog.getByRole('button', { name: withdrawing.goOn }).tap();
  await expect(stop).toBeFocused();
  await stop.tap();
  await pressTwice(dialog.getByRole('button', { name: withdrawing.stop, exact: true }));
  await expect(page.getByText(withdrawing.stopped)).toBeVisible();
  await expect(card(page, study)).toContainText(submissionWords.status.RETURNED);
  await expect(card(page, study).getByText(words.returned)).toBeVisible();
  await expect(card(page, study).getByRole('heading', { level: 3 })).toBeFocused();
});

test('after an acceptance, a participant has a place for three days', async ({ visit, product }) => {
  const { researcher, study } = await newOnline(product, { choosing: 'AFTER_ACCEPTANCE' });
  const kojo = await newParticipant(product);
  const { id } = await applyByCall(product, kojo, study);
  const page = await visit();
  await enterAs(page, kojo, paths.studies);
  await expect(card(page, study).getByText(myStudies.nextPending.OPEN)).toBeVisible();
  await callProduct(product, decideApplicants, {
    as: researcher,
    params: { id: study.id },
    body: { applicationIds: [id], status: 'ACCEPTED' },
  });
  await expect(act(page, openWords.open, study)).toBeVisible();
  const [application] = await callProduct(product, listOwnApplications, { as: kojo });
  await expect(card(page, study)).toContainText(words.startUntil(deadline(application!.startBy!)));
  await act(page, openWords.open, study).click();
  await expect(page.getByRole('dialog', { name: openWords.leavingTitle })).toBeVisible();
});

/** Lets My Studies read one submission that differs so from the real one. */
async function answerSubmission(page: Page, given: Partial<OwnSubmission>) {
  await page.route(`**${PROJECT_BASE}${listOwnSubmissions.path}`, async (route) => {
    const { content } = (await (await route.fetch()).json()) as { content: OwnSubmission[] };
    await route.fulfill({ json: { content: content.map((one) => ({ ...one, survey: null, ...given })) } });
  });
}

test('what a person types stays when the time runs out', async ({ visitByPhone, product }) => {
  const online = await newOnline(product);
  const { study } = online;
  const page = await visitByPhone();
  await enterAs(page, await newStarted(product, online), paths.studies);
  const code = page.getByRole('textbox', { name: words.code });
  await code.fill('2222');
  await act(page, words.noCode, study).tap();
  const dialog = page.getByRole('dialog', { name: words.finishing.title });
  const story = dialog.getByRole('textbox', { name: words.finishing.label });
  await story.fill('The last page was empty.');
  await answerSubmission(page, {
    status: 'TIMED_OUT',
    expiresAt: new Date(Date.now() - 60_000).toISOString(),
  });
  await page.route(`**${PROJECT_BASE}/studies/submissions/*/finish`, (route) =>
    route.fulfill({
      status: 409,
      json: { code: 'SUBMISSION_IS_OVER', detail: errorWords.SUBMISSION_IS_OVER },
    }),
  );
  await dialog.getByRole('button', { name: words.finishing.save, exact: true }).tap();
  await expect(page.getByText(errorWords.SUBMISSION_IS_OVER)).toBeVisible();
  await expect(card(page, study)).toContainText(words.timedOut);
  await expect(story).toHaveValue('The last page was empty.');
  await dialog.getByRole('button', { name: words.close, exact: true }).last().tap();
  await expect(code).toHaveValue('2222');
  await expect(act(page, words.noCode, study)).toBeHidden();
});

test('a card says nothing about a survey that could not be read', async ({ visitByPhone, product }) => {
  const online = await newOnline(product);
  const { study } = online;
  const page = await visitByPhone();
  await page.route(`**${PROJECT_BASE}${listOwnSubmissions.path}`, (route) =>
    route.fulfill({ status: 503, json: {} }),
  );
  await enterAs(page, await newStarted(product, online), paths.studies);
  await expect(page.getByText(myStudies.noSurveys(''))).toBeVisible();
  await expect(card(page, study)).toBeVisible();
  for (const name of [words.heading, myStudies.next])
    await expect(card(page, study).getByRole('heading', { name, exact: true })).toHaveCount(0);
  await expect(page.getByRole('button', { name: myStudies.withdrawFrom(study.publicName) })).toBeHidden();
});

test('My Studies says how each survey ended @full', async ({ visitByPhone, product }) => {
  const online = await newOnline(product, { incentive: 6 });
  const { study } = online;
  const kojo = await newStarted(product, online);
  const [real] = await callProduct(product, listOwnSubmissions, { as: kojo });
  const note = 'Every answer of this survey is empty.';
  const expiresAt = new Date(Date.now() - 60_000).toISOString();
  const texts = [
    [{ status: 'TIMED_OUT', expiresAt }, [words.timedOut, words.startAgain]],
    [
      { status: 'TIMED_OUT', expiresAt, startsLeft: 0 },
      [words.codeStill(deadline(graceEnd({ ...real!, expiresAt })))],
    ],
    [{ status: 'SUBMITTED', outcome: 'LATE' }, [words.late]],
    [{ status: 'REJECTION_REQUESTED' }, [words.requested]],
    [{ status: 'APPROVED' }, [words.approved]],
    [{ status: 'SCREENED_OUT' }, [words.screenedOut(cedis(100))]],
    [{ status: 'APPROVED', adminDecision: { decidedAt: expiresAt, reason: note } }, [words.decidedFor(note)]],
    [
      { status: 'REJECTED', rejection: { reason: 'EMPTY_ANSWERS', note } },
      [words.reason(submissionWords.rejectionReason.EMPTY_ANSWERS), words.note(note)],
    ],
  ] as const;
  for (const [given, lines] of texts) {
    const page = await visitByPhone();
    await answerSubmission(page, given);
    await enterAs(page, kojo, paths.studies);
    for (const line of lines) await expect(card(page, study).getByText(line)).toBeVisible();
    await expect(card(page, study)).toContainText(submissionWords.status[given.status]);
    await expectToFitPhone(page);
  }
});

test('a rejected participant reads why, and objects once', async ({ visitByPhone, product }) => {
  const online = await newOnline(product, { incentive: 6 });
  const { study } = online;
  const kojo = await newStarted(product, online);
  const rejected = {
    status: 'REJECTED',
    rejection: { reason: 'NO_ANSWERS', note: 'I cannot find you in the file.' },
    appealUntil: new Date(Date.now() + 3_600_000).toISOString(),
  } as const;
  const page = await visitByPhone();
  await answerSubmission(page, rejected);
  const sent: unknown[] = [];
  await page.route(`**${PROJECT_BASE}/studies/submissions/*/appeal`, async (route) => {
    sent.push(route.request().postDataJSON());
    await page.unroute(`**${PROJECT_BASE}${listOwnSubmissions.path}`);
    await answerSubmission(page, { ...rejected, appealUntil: null, appealedAt: new Date().toISOString() });
    await route.fulfill({ json: { content: {} } });
  });
  await enterAs(page, kojo, paths.studies);
  await expect(card(page, study)).toContainText(words.appealUntil(deadline(rejected.appealUntil)));
  await expectRoomForFingers(page);
  await act(page, words.appeal, study).tap();
  const dialog = page.getByRole('dialog', { name: words.appealing.title });
  const send = dialog.getByRole('button', { name: words.appealing.save, exact: true });
  await expect(send).toBeDisabled();
  await dialog.getByRole('textbox', { name: words.appealing.label }).fill('I answered on Monday.');
  await expectRoomForFingers(page);
  await pressTwice(send);
  await expect(card(page, study).getByText(words.appealed)).toBeVisible();
  await expect(page.getByRole('heading', { level: 2, name: myStudies.parts.WAITING })).toBeVisible();
  await expect(act(page, words.appeal, study)).toBeHidden();
  expect(sent).toEqual([{ statement: 'I answered on Monday.' }]);
});

test.describe('without a connection', () => {
  test.use({ serviceWorkers: 'allow' });

  test('the return is kept, and sent when the phone is online again', async ({ visitByPhone, product }) => {
    const online = await newOnline(product);
    const kojo = await newStarted(product, online);
    const path = paths.completion(await findCode(product, online));
    const page = await visitByPhone();
    await logInHere(page, kojo);
    await page.goto(paths.studies);
    await untilCached(page, '/assets/completion-');
    await page.context().setOffline(true);
    await page.goto(path);
    await expect(title(page, returned.offlineTitle)).toBeVisible();
    await page.context().setOffline(false);
    await expect(title(page, words.titles.SUBMITTED)).toBeVisible();
  });

  test('each kept code is sent from any page, and named if it is refused', async ({
    visitByPhone,
    product,
  }) => {
    const online = await newOnline(product);
    const kojo = await newStarted(product, online);
    const page = await visitByPhone();
    await logInHere(page, kojo);
    await page.route(`**${PROJECT_BASE}${enterCompletionCode.path}`, (route) => route.abort());
    for (const code of [await findCode(product, online), '22222222']) {
      await page.goto(paths.completion(code));
      await expect(title(page, returned.offlineTitle)).toBeVisible();
    }
    await page.unrouteAll();
    await page.goto(paths.studies);
    await expect(page.getByText(returned.sentLater(words.titles.SUBMITTED))).toBeVisible();
    const refused = returned.refusedLater('2222-2222', errorWords.COMPLETION_CODE_WRONG);
    await expect(page.getByText(refused)).toBeVisible();
    const [own] = await callProduct(product, listOwnSubmissions, { as: kojo });
    expect(own?.status).toBe('SUBMITTED');
  });

  test('a code that the server cannot record is kept, and sent without an event of the connection', async ({
    visitByPhone,
    product,
  }) => {
    const online = await newOnline(product);
    const kojo = await newStarted(product, online);
    const page = await visitByPhone();
    const codes = `**${PROJECT_BASE}${enterCompletionCode.path}`;
    await page.clock.install();
    await logInHere(page, kojo);
    for (const status of [429, 503]) {
      await page.unrouteAll();
      await page.route(codes, (route) => route.fulfill({ status, json: {} }));
      await page.goto(paths.completion(await findCode(product, online)));
      await expect(title(page, returned.failedTitle)).toBeVisible();
      await expect(page.getByText(returned.keptText)).toBeVisible();
    }
    await expectRoomForFingers(page);
    await page.goto(paths.studies);
    await expect(page.getByRole('textbox', { name: words.code })).toBeVisible();
    await page.unrouteAll();
    await page.clock.fastForward(30_000);
    await expect(page.getByText(returned.sentLater(words.titles.SUBMITTED))).toBeVisible();
  });

  test('the page of the return tries again when it is shown again', async ({ visitByPhone, product }) => {
    const online = await newOnline(product);
    const page = await visitByPhone();
    // Time alone would lead to an attempt too.
    await page.addInitScript('globalThis.setInterval = () => 0');
    await logInHere(page, await newStarted(product, online));
    await page.route(`**${PROJECT_BASE}${enterCompletionCode.path}`, (route) => route.abort());
    await page.goto(paths.completion(await findCode(product, online)));
    await expect(title(page, returned.offlineTitle)).toBeVisible();
    await page.unrouteAll();
    await page.evaluate(`document.dispatchEvent(new Event('visibilitychange'))`);
    await expect(title(page, words.titles.SUBMITTED)).toBeFocused();
  });
});
