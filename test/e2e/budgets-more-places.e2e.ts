import type { Page } from '@playwright/test';
import { listPayouts, reportMissing } from '@app/contracts/payment/payouts.ts';
import { confirmAccount } from '@app/contracts/payment/account-check.ts';
import { cancelBooking } from '@app/contracts/project/bookings.ts';
import { markAttendance } from '@app/contracts/project/attendance.ts';
import { readBudget } from '@app/contracts/payment/budgets.ts';
import { closeStudy, publishStudy } from '@app/contracts/project/study-calls.ts';
import { paths } from '@app/contracts/web-paths.ts';
import { DEMO_PEOPLE, PAID_STUDY } from '@app/demo/people.ts';
import { applicantWords as people } from '@app/words/applicants.ts';
import { budgetWords as words } from '@app/words/budgets.ts';
import { payoutStateWords } from '@app/words/payout-states.ts';
import { chooseTimeWords as choose } from '@app/words/bookings.ts';
import { cedis } from '@app/words/cedis.ts';
import { myStudiesWords as mine } from '@app/words/my-studies.ts';
import { groupText } from '@app/words/quota-names.ts';
import { quotaWords as quotas } from '@app/words/quotas.ts';
import { researcherMeetingWords as agenda } from '@app/words/researcher-meetings.ts';
import { shellWords as shell } from '@app/words/shell.ts';
import { studyPageWords as studyPage } from '@app/words/study-page.ts';
import { dayAhead, planBody } from '../../services/project/test/studies.ts';
import { barriersOn } from './accessibility.ts';
import { newBooked, PHONE_NUMBER } from './bookings.ts';
import { callProduct } from './call-product.ts';
import { answerPrompt, readPhone, readPhones } from './demo-phones.ts';
import { expect } from './fixtures.ts';
import { createPaidDraft } from './paid-draft.ts';
import { enterAs } from './people.ts';
import { expectRoomForFingers, expectToFitPhone } from './phone.ts';
import { at, beginIn, createTimedStudy, test } from './shifted-clock.ts';

const button = (page: Page, name: string) => page.getByRole('button', { name, exact: true });
/** One place of GH₵ 50.00, with the fees of the payout and of the payment. */
const TOTAL = 5201;

test('one payment adds places to a published study; the researcher reads the payments and their participants', async ({
  visit,
  visitByPhone,
  product,
  database,
}) => {
  const { researcher: as, study } = await createPaidDraft(product, 50);
  const plan = planBody({
    desiredNumberOfParticipants: 1,
    quotas: [{ places: 1 }],
    availableDates: [dayAhead(3)],
    leadHours: 0,
  });
  await callProduct(product, publishStudy, { as, params: { id: study.id }, body: plan });
  const page = await visitByPhone();
  await enterAs(page, as, paths.study(study.id));
  await test.step('one payment adds places and assigns them', async () => {
    await page.getByRole('link', { name: studyPage.morePlaces }).tap();
    await expect(page).toHaveURL(paths.morePlaces(study.id));
    const places = page.getByRole('textbox', { name: words.places });
    await expect(places).toHaveValue('2');
    await expect(page.getByText(words.comesBack(TOTAL - 5100))).toBeVisible();
    await expect(page.getByText(quotas.more([[groupText({}), 1]]))).toBeVisible();
    await expectToFitPhone(page);
    await button(page, words.payFor(1, TOTAL)).tap();
    await expect(page.getByRole('heading', { name: words.progress.PROMPTED })).toBeVisible();
    await answerPrompt(product, await readPhone(product), 'APPROVE');
    await expect(page.getByText(words.placesAdded(2))).toBeVisible();
    await expect(page.getByRole('heading', { name: words.placesPaid(1) })).toBeHidden();
  });
  const { participant, bookingId } = await newBooked(product, as, study, at('09:00', 3));
  await beginIn(database, bookingId, '-40 minutes');
  // The network has another name for their number.
  await callProduct(product, confirmAccount, { as: participant });
  await callProduct(product, markAttendance, {
    as,
    params: { id: bookingId },
    body: { outcome: 'ATTENDED' },
  });
  const payout = async () =>
    (await callProduct(product, listPayouts, { as, query: { studyId: study.id } }))[0];
  await expect.poll(async () => (await payout())?.state).toBe('SUCCEEDED');
  const paid = (await payout())!;
  const applicationId = paid.applicationId!;
  const code = paid.participantCode!;
  await callProduct(product, reportMissing, { as: participant, params: { id: paid.id } });
  const desk = await visit();
  await enterAs(desk, as, paths.studyBudget(study.id));
  await test.step('the researcher reads what was paid', async () => {
    await expect(desk.getByText(payoutStateWords.REVIEW, { exact: true })).toBeVisible();
    // The budget is used up, so a bonus needs a payment first.
    await desk.getByRole('button', { name: words.bonusTo(code) }).click();
    const dialog = desk.getByRole('dialog', { name: words.bonusTo(code) });
    await expect(dialog.getByText(words.bonusShort)).toBeVisible();
    await dialog.getByRole('textbox', { name: words.bonusAmount }).fill('10');
    await dialog.getByRole('button', { name: words.payInFirst }).click();
    await expect(desk.getByRole('heading', { name: words.payInForBonus(1000) })).toBeVisible();
    await desk.getByRole('button', { name: words.cancel, exact: true }).click();
    await expect(desk.getByRole('listitem').filter({ hasText: 'Esi Owusu' }).first()).toContainText(code);
    await desk.getByRole('link', { name: 'Esi Owusu', exact: true }).click();
    await expect(desk.getByRole('group', { name: people.answersHeading('Esi Owusu') })).toContainText(code);
    const shown = desk.getByRole('link', { name: people.payment(payoutStateWords.REVIEW, cedis(5000)) });
    // The value appears in the row and in the details.
    await expect(shown).toHaveCount(2);
    await shown.first().click();
    await expect(desk).toHaveURL(paths.applicationPayment(study.id, applicationId));
    await expect(desk.locator(`[id="${applicationId}"]`)).toBeFocused();
  });

  await test.step('a closed study offers no more places', async () => {
    const morePlaces = desk.getByRole('link', { name: studyPage.morePlaces });
    await desk.goto(paths.study(study.id));
    await expect(morePlaces).toBeVisible();
    await callProduct(product, closeStudy, { as, params: { id: study.id } });
    await desk.reload();
    await expect(desk.getByText(studyPage.placesTaken(1, 2))).toBeVisible();
    await expect(morePlaces).toBeHidden();
  });
});

test('a bonus uses the remaining budget, needs a payment when none is left, and takes no place', async ({
  visit,
  visitByPhone,
  product,
  database,
}) => {
  const { researcher: as, study } = await createPaidDraft(product, 5, 3);
  const plan = planBody({ desiredNumberOfParticipants: 2, availableDates: [dayAhead(3)], leadHours: 0 });
  await callProduct(product, publishStudy, { as, params: { id: study.id }, body: plan });
  const page = await visit();
  await test.step('a payment that was not published is not assigned to the study', async () => {
    await enterAs(page, as, paths.studyBudget(study.id));
    await expect(page.getByRole('heading', { name: words.placesUnused(1) })).toBeVisible();
    await expect(page.getByText(words.placesUnusedText)).toBeVisible();
  });
  const { participant, bookingId } = await newBooked(product, as, study, at('09:00', 3));
  await beginIn(database, bookingId, '-40 minutes');
  await callProduct(product, confirmAccount, { as: participant });
  const params = { id: bookingId };
  await callProduct(product, markAttendance, { as, params, body: { outcome: 'ATTENDED' } });
  const payouts = () => callProduct(product, listPayouts, { as, query: { studyId: study.id } });
  await expect.poll(async () => (await payouts()).length).toBe(1);
  const code = (await payouts())[0]?.participantCode ?? '';
  const giveBonus = () => page.getByRole('button', { name: words.bonusTo(code) });
  const dialog = page.getByRole('dialog', { name: words.bonusTo(code) });

  await test.step('a bonus from the remaining budget keeps both places paid for, and the page says so', async () => {
    await page.reload();
    await giveBonus().click();
    await dialog.getByRole('textbox', { name: words.bonusAmount }).fill('4');
    await dialog.getByRole('textbox', { name: words.bonusReason }).fill('You came twice.');
    await button(page, words.giveBonus).click();
    await expect(page.getByText(words.bonusGiven)).toBeVisible();
    await expect(page.getByText('You came twice.')).toBeVisible();
    // The sending fee is reserved until the payment arrives, beside the one remaining place.
    await expect(page.getByText(words.promised, { exact: true })).toBeVisible();
    await expect(page.getByText(words.fundRestText)).toBeHidden();
    await expect(page.getByRole('heading', { name: /is missing/ })).toBeHidden();
    await expect(button(page, words.raise)).toBeVisible();
  });

  const phone = await visitByPhone();
  const sheet = phone.getByRole('dialog', { name: words.bonusTo(code) });
  const paidIn = (amount: string) => phone.getByRole('heading', { name: words.bonusPaidIn(amount) });
  await test.step('the next bonus is paid for, and adds no place to the study', async () => {
    // The form is closed again, and no phone gets a request.
    await giveBonus().click();
    await dialog.getByRole('textbox', { name: words.bonusAmount }).fill('20');
    await dialog.getByRole('button', { name: words.payInFirst }).click();
    await expect(page.getByRole('heading', { name: words.payInForBonus(2000) })).toBeVisible();
    await button(page, words.cancel).click();
    await enterAs(phone, as, paths.studyBudget(study.id));
    await phone.getByRole('button', { name: words.bonusTo(code) }).tap();
    await sheet.getByRole('textbox', { name: words.bonusAmount }).fill('20');
    await expect(sheet.getByText(words.bonusShort)).toBeVisible();
    await expectToFitPhone(phone);
    expect(await barriersOn(phone)).toEqual([]);
    await sheet.getByRole('button', { name: words.payInFirst }).tap();
    await expect(phone.getByRole('heading', { name: words.payInForBonus(2000) })).toBeVisible();
    await expectToFitPhone(phone);
    await phone.getByRole('button', { name: /^Pay GH₵ 2/ }).tap();
    await expect(phone.getByRole('heading', { name: words.progress.PROMPTED })).toBeVisible();
    await answerPrompt(product, await readPhone(product), 'APPROVE');
    await expect(phone.getByText(words.forBonus)).toBeVisible();
    // The page leads to the bonus, also after a reload.
    await expect(paidIn('GH₵ 20.00')).toBeVisible();
    await phone.reload();
    await expect(paidIn('GH₵ 20.00')).toBeVisible();
    await expectToFitPhone(phone);
    expect(await barriersOn(phone)).toEqual([]);
    // Without a request in progress, the money can be used for anything.
    await page.reload();
    await expect(page.getByText(words.forBonus)).toBeVisible();
    await expect(page.getByRole('heading', { name: words.bonusPaidIn('GH₵ 20.00') })).toBeHidden();
    await phone.getByRole('button', { name: words.giveBonus, exact: true }).tap();
    await expect(sheet.getByRole('textbox', { name: words.bonusAmount })).toHaveValue('20');
    await sheet.getByRole('textbox', { name: words.bonusReason }).fill('For your long way.');
    await sheet.getByRole('button', { name: words.giveBonus }).tap();
    await expect(phone.getByText(words.bonusGiven)).toBeVisible();
    await expect(paidIn('GH₵ 20.00')).toBeHidden();
    await expect(phone.getByRole('heading', { level: 1 })).toBeFocused();
    const budget = await callProduct(product, readBudget, { as, params: { studyId: study.id } });
    expect(budget.quote.places).toBe(3);
    expect(await callProduct(product, listPayouts, { as, query: { studyId: study.id } })).toHaveLength(3);
  });

  await test.step('later payments suggest no bonus that was given, and a pending one can be dismissed', async () => {
    await phone.getByRole('button', { name: words.bonusTo(code) }).tap();
    await sheet.getByRole('textbox', { name: words.bonusAmount }).fill('30');
    await sheet.getByRole('button', { name: words.payInFirst }).tap();
    await phone.getByRole('button', { name: /^Pay GH₵ 3/ }).tap();
    await answerPrompt(product, await readPhone(product), 'APPROVE');
    await expect(paidIn('GH₵ 30.00')).toBeVisible();
    await expect(paidIn('GH₵ 20.00')).toBeHidden();
    await button(phone, words.notNow).tap();
    await expect(paidIn('GH₵ 30.00')).toBeHidden();
    await expect(phone.getByRole('heading', { level: 1 })).toBeFocused();
    await phone.reload();
    await expect(phone.getByText(words.forBonus)).toHaveCount(2);
    await expect(paidIn('GH₵ 30.00')).toBeHidden();
  });
});

test('AV7 a participant paid for a late cancellation need not choose another time, but can @full', async ({
  visitByPhone,
  product,
  database,
}) => {
  const { ama, study } = await createTimedStudy(product);
  const { participant, bookingId } = await newBooked(product, ama, study, at('09:00', 3));
  await beginIn(database, bookingId, '2 hours');
  const reason = 'My bus broke down.';
  await callProduct(product, cancelBooking, { as: ama, params: { id: bookingId }, body: { reason } });
  await database.query('update project.studies set incentive = 50 where study_id = $1', [study.id]);

  const page = await visitByPhone();
  await enterAs(page, participant, paths.studies);
  await expect(page.getByRole('heading', { name: mine.parts.PAST })).toBeVisible();
  await expect(page.getByRole('heading', { name: mine.parts.CHOOSE })).toBeHidden();
  await expect(page.getByText(mine.nextPaid)).toBeVisible();
  await expect(page.getByText(mine.nextAccepted.OPEN)).toBeHidden();
  await expectToFitPhone(page);
  await expectRoomForFingers(page);
  expect(await barriersOn(page)).toEqual([]);
  await page.getByRole('link', { name: mine.chooseFor(study.publicName) }).tap();
  await expect(page.getByText(choose.paid)).toBeVisible();
  await expectToFitPhone(page);
  await page.locator(`input[name="slotId"][value="${at('09:30', 3)}"]`).check();
  await page.getByRole('textbox', { name: choose.phone }).fill(PHONE_NUMBER);
  await button(page, choose.book).tap();
  await expect(page.getByText(choose.booked)).toBeVisible();
  await expect(page.getByRole('heading', { name: mine.parts.COMING_UP })).toBeVisible();
  await expect(page.getByText(mine.nextPaid)).toBeHidden();

  await test.step('a participant who was met is offered no second meeting, which would be refused', async () => {
    const again = "state = 'BOOKED' and study_id = $1";
    await database.query(
      `update project.bookings set state = 'ATTENDED', marked_at = now(), final_at = now() where ${again}`,
      [study.id],
    );
    await page.goto(paths.chooseTime(study.id));
    await expect(page.getByText(choose.refusedText)).toBeVisible();
    await expect(button(page, choose.book)).toBeHidden();
    await expectToFitPhone(page);
  });
});

test('in the demo, a new user sees money arrive with three presses @full', async ({ visit, product }) => {
  const page = await visit();
  await page.goto('/dev');
  await page.getByRole('button', { name: new RegExp(DEMO_PEOPLE.ama.firstName) }).click();
  await page.getByRole('link', { name: shell.meetings, exact: true }).click();
  const what = agenda.pays(cedis(PAID_STUDY.incentive * 300), 3);
  await expect(page.getByText(what, { exact: true })).toBeVisible();
  await page.getByRole('button', { name: new RegExp(`^${agenda.allCame}`) }).click();
  const incentive = PAID_STUDY.incentive * 100;
  const received = async () =>
    (await readPhones(product)).filter(({ balanceInPesewas }) => balanceInPesewas === incentive).length;
  await expect.poll(received).toBe(3);
  await page.goto(paths.studyBudget(PAID_STUDY.id));
  await expect(page.getByText(payoutStateWords.SUCCEEDED, { exact: true })).toHaveCount(3);
});
