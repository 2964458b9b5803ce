import type { Page } from '@playwright/test';
import { PROJECT_BASE } from '@app/contracts/bases.ts';
import { confirmAccount } from '@app/contracts/payment/account-check.ts';
import { decideDispute } from '@app/contracts/project/disputes.ts';
import { markAttendance } from '@app/contracts/project/attendance.ts';
import { publishStudy } from '@app/contracts/project/study-calls.ts';
import { paths } from '@app/contracts/web-paths.ts';
import { accountWords as account } from '@app/words/accounts.ts';
import { cedis } from '@app/words/cedis.ts';
import { myStudiesMeetingWords as words } from '@app/words/my-studies-meetings.ts';
import { ownMeetingDialogWords as dialogs } from '@app/words/own-meeting-dialogs.ts';
import { disputeWords as deciding } from '@app/words/disputes.ts';
import { ownPaymentStateWords, payoutStateWords } from '@app/words/payout-states.ts';
import { projectEmailWords as emails } from '@app/words/project-emails.ts';
import { researcherMeetingWords as agenda } from '@app/words/researcher-meetings.ts';
import { exactTime } from '../../apps/web/src/format/exact-time.ts';
import { dayAhead, planBody } from '../../services/project/test/studies.ts';
import { barriersOn } from './accessibility.ts';
import { newBooked } from './bookings.ts';
import { callProduct } from './call-product.ts';
import { pressUntilHeard } from './network-cuts.ts';
import { expect } from './fixtures.ts';
import { linkInEmail } from './emails.ts';
import { createPaidDraft } from './paid-draft.ts';
import { enterAs } from './people.ts';
import { expectRoomForFingers, expectToFitPhone } from './phone.ts';
import { at, beginIn, createTimedStudy, emailTo, test, runMeetingSchedule } from './shifted-clock.ts';

// Both tests share one product.
test.describe.configure({ mode: 'default' });

const button = (page: Page, name: string) => page.getByRole('button', { name, exact: true });

test('a participant who came gets the money on their phone, and both sides read its status', async ({
  visit,
  visitByPhone,
  product,
  database,
}) => {
  const { researcher: ama, study } = await createPaidDraft(product, 50);
  const plan = planBody({ desiredNumberOfParticipants: 1, availableDates: [dayAhead(3)], leadHours: 0 });
  await callProduct(product, publishStudy, { as: ama, params: { id: study.id }, body: plan });
  const { participant, bookingId } = await newBooked(product, ama, study, at('09:00', 3));
  await beginIn(database, bookingId, '-40 minutes');
  // The network has another name for their number.
  await callProduct(product, confirmAccount, { as: participant });
  const desk = await visit();
  await enterAs(desk, ama, '/dashboard/meetings');
  await expect(desk.getByText(agenda.paysIfCame(cedis(5000)))).toBeVisible();
  await button(desk, agenda.of(agenda.came, 'Esi Owusu')).click();
  await expect(desk.getByText(agenda.marked.ATTENDED, { exact: true })).toBeVisible();

  await test.step('the participant reads the amount, and that it is paid', async () => {
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
    await button(phone, account.notReceivedLabel(study.publicName)).tap();
    await phone.getByRole('dialog').getByRole('button', { name: account.notReceivedSend }).tap();
    await expect(line).toContainText(ownPaymentStateWords.REVIEW);
  });
  await desk.goto(paths.studyBudget(study.id));
  await expect(desk.getByText(payoutStateWords.REVIEW, { exact: true })).toBeVisible();
});

test('AP2 a participant marked absent objects, and the admin decides once by an email link', async ({
  visit,
  visitByPhone,
  product,
  database,
}) => {
  const { ama, study } = await createTimedStudy(product);
  const { participant, bookingId } = await newBooked(product, ama, study, at('09:00', 3));
  await beginIn(database, bookingId, '-20 minutes');
  const marked = { as: ama, params: { id: bookingId }, body: { outcome: 'NO_SHOW' } };
  const { startsAt } = await callProduct(product, markAttendance, marked);
  const when = exactTime(startsAt!);
  await runMeetingSchedule(database);
  const email = await emailTo(product, participant.email, emails.MEETING_MISSED.subject);

  const page = await visitByPhone();
  await enterAs(page, participant, new URL(email.links.find((link) => link.includes(bookingId))!).pathname);
  await expect(page.getByText(words.missed(when))).toBeVisible();
  await button(page, words.of(words.report.NOT_A_NO_SHOW, 'Market days')).tap();
  const dialog = page.getByRole('dialog');
  await expect(dialog.getByText(dialogs.reportText.NOT_A_NO_SHOW)).toBeVisible();
  await dialog.getByRole('textbox', { name: dialogs.story }).fill('She called, and we talked.');
  await expectToFitPhone(page);
  await dialog.getByRole('button', { name: dialogs.send, exact: true }).tap();
  await expect(page.getByText(words.yourReport.NOT_A_NO_SHOW)).toBeVisible();
  await expect(page.getByText(words.disputedPay)).toBeVisible();

  // The link is found by the meeting, because another test of this product also asks the admin.
  const asked = await linkInEmail(product, 'admin@demo.test', `/decide-meeting/${bookingId}/`);
  const admin = await visitByPhone();
  const link = new URL(asked).pathname;
  await admin.goto(link);
  await expect(admin.getByRole('heading', { level: 1, name: deciding.title })).toBeFocused();
  await expect(admin.getByText('She called, and we talked.')).toBeVisible();
  await expectToFitPhone(admin);
  await expectRoomForFingers(admin);
  expect(await barriersOn(admin)).toEqual([]);
  await admin.getByRole('radio', { name: deciding.decisionChoices.PARTICIPANT.label }).check();
  const reason = admin.getByRole('textbox', { name: deciding.reason });
  await reason.fill('The number was called.');
  await pressUntilHeard(admin, PROJECT_BASE, {
    endpoint: decideDispute,
    press: () => button(admin, deciding.send).click(),
    expectKept: () => expect(reason).toHaveValue('The number was called.'),
  });
  await expect(admin.getByRole('heading', { level: 1, name: deciding.doneTitle })).toBeFocused();
  await admin.goto(link);
  await expect(admin.getByRole('heading', { level: 1, name: deciding.decidedTitle })).toBeFocused();

  await page.reload();
  await expect(page.getByText(words.decided.PARTICIPANT('The number was called.'))).toBeVisible();
  const desk = await visit();
  await enterAs(desk, ama, '/dashboard/meetings');
  await expect(desk.getByText(agenda.decidedFor.PARTICIPANT)).toBeVisible();
});
