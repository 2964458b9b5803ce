import type { Page } from '@playwright/test';
import { confirmAccount, listPayouts } from '@app/contracts/payment/payouts.ts';
import { cancelBooking } from '@app/contracts/project/bookings.ts';
import { readStudy } from '@app/contracts/project/browsing.ts';
import { listProjectStudies } from '@app/contracts/project/projects.ts';
import { closeStudy } from '@app/contracts/project/study-calls.ts';
import { codeOf } from '@app/contracts/participant-code.ts';
import { paths } from '@app/contracts/web-paths.ts';
import { DEMO_PEOPLE, PAID_STUDY } from '@app/demo/people.ts';
import { accountWords as account } from '@app/words/accounts.ts';
import { applicantWords as people } from '@app/words/applicants.ts';
import { budgetWords as words } from '@app/words/budget.ts';
import { ownPaymentStateWords, payoutStateWords } from '@app/words/payout-states.ts';
import { chooseTimeWords as choose } from '@app/words/choose-time.ts';
import { cedis } from '@app/words/cedis.ts';
import { myStudiesWords as mine } from '@app/words/my-studies.ts';
import { payWords as pay } from '@app/words/pay.ts';
import { quoteWords as quote } from '@app/words/quote.ts';
import { researcherMeetingWords as agenda } from '@app/words/researcher-meetings.ts';
import { shellWords as shell } from '@app/words/shell.ts';
import { studyPageWords as studyPage } from '@app/words/study-page.ts';
import { studyWizardWords as wizard } from '@app/words/study-wizard.ts';
import { dayAhead, planBody } from '../../services/project/test/studies.ts';
import { barriersOn } from './barriers.ts';
import { newBooked, PHONE_NUMBER } from './booked.ts';
import { callProduct } from './call-product.ts';
import { answerPrompt, readPhone, readPhones } from './demo-phones.ts';
import { expect } from './fixtures.ts';
import { enterAs } from './people.ts';
import { expectRoomForFingers, expectToFitPhone } from './phone.ts';
import { pressTwice } from './press.ts';
import { at, beginIn, layStudy, test } from './turned-clock.ts';
import { kept, openStage } from './wizard-ground.ts';

const step = (page: Page) => page.getByRole('list', { name: quote.steps }).locator('[aria-current=step]');
const button = (page: Page, name: string) => page.getByRole('button', { name, exact: true });
/** One place of GH₵ 50.00, with the fee of paying it and of paying in. */
const TOTAL = 5201;

test('a paid study: its budget is paid by phone, it is published, and who came has the money on theirs', async ({
  visit,
  visitByPhone,
  product,
  database,
}) => {
  const page = await visitByPhone();
  const plan = planBody({ desiredNumberOfParticipants: 1, availableDates: [dayAhead(3)], leadHours: 0 });
  const ground = await openStage(page, product, 4, { ...kept, studyAvailability: plan });

  await test.step('the wizard asks what is paid, and says what it comes to', async () => {
    const incentive = page.getByRole('textbox', { name: pay.label });
    await incentive.click();
    await page.keyboard.type('50');
    await expect(incentive).toHaveValue('50');
    await expect(page.getByText(pay.perHour(cedis(10_000)))).toBeVisible();
    await button(page, wizard.publish).tap();
  });

  await test.step('without its money it leads to the budget, where a phone is asked once', async () => {
    await expect(page.getByText(pay.fundFirst)).toBeVisible();
    await expect(step(page)).toHaveText(`2 ${quote.step[1]}`);
    await expect(
      page.getByRole('heading', { level: 1, name: words.headingOf('Market round') }),
    ).toBeVisible();
    const phone = await readPhone(product);
    await page.getByRole('textbox', { name: words.places }).fill('1');
    // The phone that paid Ama's budget last is offered first, and chosen.
    await expect(page.getByRole('radio', { name: /0001/ })).toBeChecked();
    await expectToFitPhone(page);
    await pressTwice(button(page, words.pay(TOTAL)));
    await expect(page.getByRole('heading', { name: words.progress.PROMPTED })).toBeVisible();
    await answerPrompt(product, phone, 'APPROVE');
    await expect(page.getByRole('heading', { name: words.covered })).toBeVisible();
    await expect(step(page)).toHaveText(`3 ${quote.step[2]}`);
    await expectToFitPhone(page);
    await expectRoomForFingers(page);
    expect(await barriersOn(page)).toEqual([]);
  });

  await test.step('back in the wizard the plan stands there, and is published', async () => {
    await page.getByRole('link', { name: words.toPublish }).tap();
    await expect(page.getByRole('textbox', { name: pay.label })).toHaveValue('50');
    await expect(page.getByText(pay.paidIn(TOTAL))).toBeVisible();
    await expect(page.getByText(pay.paidAll)).toBeVisible();
    await expect(page.getByText(pay.total)).toBeHidden();
    await expect(step(page)).toHaveText(`3 ${quote.step[2]}`);
    await button(page, wizard.publish).tap();
    await expect(page.getByText(wizard.published)).toBeVisible();
  });

  const [listed] = await callProduct(product, listProjectStudies, {
    as: ground.ama,
    params: { id: ground.project },
  });
  const study = await callProduct(product, readStudy, { as: ground.ama, params: { id: listed!.id } });
  if (study.audience !== 'RESEARCHER') throw new Error('Ama reads her own study');
  await test.step('one act pays for more places and gives them', async () => {
    await page.getByRole('link', { name: 'Market round', exact: true }).tap();
    await page.getByRole('link', { name: studyPage.morePlaces }).tap();
    await expect(page).toHaveURL(paths.morePlaces(study.id));
    const places = page.getByRole('textbox', { name: words.places });
    await expect(places).toHaveValue('2');
    await expect(page.getByText(words.comesBack(TOTAL - 5100))).toBeVisible();
    await expectToFitPhone(page);
    await button(page, words.payFor(1, TOTAL)).tap();
    await expect(page.getByRole('heading', { name: words.progress.PROMPTED })).toBeVisible();
    await answerPrompt(product, await readPhone(product), 'APPROVE');
    await expect(page.getByText(words.placesAdded(2))).toBeVisible();
    await expect(page.getByRole('heading', { name: words.placesPaid(1) })).toBeHidden();
  });
  const slotId = `${dayAhead(3)}T09:00:00.000Z`;
  const { participant, bookingId } = await newBooked(product, ground.ama, study, slotId);
  await beginIn(database, bookingId, '-40 minutes');
  // Their network has the number under another name.
  await callProduct(product, confirmAccount, { as: participant });
  const desk = await visit();
  await enterAs(desk, ground.ama, '/dashboard/meetings');
  await expect(desk.getByText(agenda.paysIfCame(cedis(5000)))).toBeVisible();
  await button(desk, agenda.of(agenda.came, 'Esi Owusu')).click();
  await expect(desk.getByText(agenda.marked.ATTENDED, { exact: true })).toBeVisible();

  await test.step('the participant reads what they get, and that it is paid', async () => {
    const phone = await visitByPhone();
    await enterAs(phone, participant, paths.studies);
    const card = phone.getByRole('listitem').filter({ hasText: study.publicName });
    const paid = card.getByRole('link', { name: `${ownPaymentStateWords.SUCCEEDED} ${cedis(5000)}` });
    await expect(paid).toBeVisible();
    await expectToFitPhone(phone);
    await paid.tap();
    await expect(phone).toHaveURL(paths.money);
    const line = phone.getByRole('listitem').filter({ hasText: cedis(5000) });
    await expect(line).toContainText(ownPaymentStateWords.SUCCEEDED);
    await expect(line).toContainText(study.publicName);
    await expectToFitPhone(phone);
    await expectRoomForFingers(phone);
    expect(await barriersOn(phone)).toEqual([]);
    await button(phone, account.notReceivedOf(study.publicName)).tap();
    await phone.getByRole('dialog').getByRole('button', { name: account.notReceivedSend }).tap();
    await expect(line).toContainText(ownPaymentStateWords.REVIEW);
  });

  await test.step('the researcher reads what was paid, and gives back what is left', async () => {
    await desk.goto(paths.studyBudget(study.id));
    await expect(desk.getByText(payoutStateWords.REVIEW, { exact: true })).toBeVisible();
    // What is left would not pay the least bonus and its fee.
    await expect(desk.getByText(words.bonus, { exact: true })).toBeHidden();
    const query = { studyId: study.id };
    const [payout] = await callProduct(product, listPayouts, { as: ground.ama, query });
    const applicationId = payout?.applicationId ?? '';
    const code = codeOf(applicationId);
    await desk.getByRole('link', { name: words.participant(code) }).click();
    await expect(desk.getByRole('group', { name: people.answersOf('Esi Owusu') })).toContainText(code);
    const shown = desk.getByRole('link', { name: people.payment(payoutStateWords.REVIEW, cedis(5000)) });
    // In the row and in the details.
    await expect(shown).toHaveCount(2);
    await shown.first().click();
    await expect(desk).toHaveURL(paths.paymentOf(study.id, applicationId));
    await expect(desk.locator(`[id="${applicationId}"]`)).toBeFocused();
  });

  await test.step('once it is closed it offers no more places', async () => {
    const morePlaces = desk.getByRole('link', { name: studyPage.morePlaces });
    await desk.goto(paths.study(study.id));
    await expect(morePlaces).toBeVisible();
    await callProduct(product, closeStudy, { as: ground.ama, params: { id: study.id } });
    await desk.reload();
    await expect(desk.getByText(studyPage.placesTaken(1, 2))).toBeVisible();
    await expect(morePlaces).toBeHidden();
  });
});

test('AV7 who is paid for a meeting that was cancelled late is asked for no other time, and can choose one @full', async ({
  visitByPhone,
  product,
  database,
}) => {
  const { ama, study } = await layStudy(product);
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

  await test.step('whom the study has met is offered no second meeting, which would be refused', async () => {
    const again = "state = 'BOOKED' and study_id = $1";
    await database.query(
      `update project.bookings set state = 'ATTENDED', marked_at = now(), told_at = now() where ${again}`,
      [study.id],
    );
    await page.goto(paths.chooseTime(study.id));
    await expect(page.getByText(choose.refusedText)).toBeVisible();
    await expect(button(page, choose.book)).toBeHidden();
    await expectToFitPhone(page);
  });
});

test('a newcomer sees money arrive in the demo with three presses @full', async ({ visit, product }) => {
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
