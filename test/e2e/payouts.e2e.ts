import type { Page } from '@playwright/test';
import { PAYMENT_BASE } from '@app/contracts/bases.ts';
import { Payout } from '@app/contracts/payment/payouts.ts';
import { ACCOUNT_CHECKS } from '@app/contracts/payment/account-check.ts';
import { StatementLine } from '@app/contracts/payment/statements.ts';
import { paths } from '@app/contracts/web-paths.ts';
import { accountCheckWords } from '@app/words/account-check.ts';
import { accountWords as words } from '@app/words/accounts.ts';
import { cedis } from '@app/words/cedis.ts';
import { paymentReasonWords as reasons } from '@app/words/payment-reasons.ts';
import { statementWords } from '@app/words/statements.ts';
import { exactTime } from '../../apps/web/src/format/exact-time.ts';
import { barriersOn } from './accessibility.ts';
import { timeIn, newBooked } from './bookings.ts';
import { expect, test } from './fixtures.ts';
import { enterAs, newParticipant, newVerifiedResearcher } from './people.ts';
import { expectToFitWidth, withTextSize } from './text-size.ts';
import { expectRoomForFingers } from './phone.ts';
import { pressTwice } from './press.ts';
import { newStudy } from './studies.ts';

const button = (page: Page, name: string) => page.getByRole('button', { name, exact: true });
const id = (number: number) => `0de00000-0000-7000-8000-00000000000${number}`;
const at = (minutes: number) => new Date(Date.now() + minutes * 60_000).toISOString();

/** Builds a response of the service, checked by the contract. */
const payout = (studyId: string, number: number, given: Partial<Payout>) =>
  Payout.parse({
    id: id(number),
    kind: 'INCENTIVE',
    state: 'CREATED',
    studyId,
    applicationId: id(number),
    participantCode: 'P0123456789AB',
    amountInPesewas: 5000,
    why: null,
    note: null,
    createdAt: at(-60),
    nextAt: null,
    paidAt: null,
    walletHint: null,
    providerId: null,
    ...given,
  });
const paid = {
  state: 'SUCCEEDED',
  paidAt: at(-5),
  walletHint: '+233 •• ••• 4567',
  providerId: '8837201144',
} as const;

async function answerPayouts(page: Page, payouts: Payout[]) {
  await page.route(`**${PAYMENT_BASE}/payouts?*`, (route) =>
    route.fulfill({
      json: {
        content: payouts,
        totalPages: 1,
        totalElements: payouts.length,
        size: 100,
        number: 0,
        numberOfElements: payouts.length,
      },
    }),
  );
}

test('a participant reads what is due, on its way, paid and failed, and what to do @full', async ({
  visitByPhone,
  product,
}) => {
  const time = timeIn(3);
  const { researcher, study } = await newStudy(
    product,
    { publicName: 'How do you keep accounts?' },
    { availableDates: [time.day], availableTimes: [time.label] },
  );
  const { participant } = await newBooked(product, researcher, study, time.slotId);
  const midnight = at(600);
  const payouts = [
    payout(study.id, 1, paid),
    payout(study.id, 2, { state: 'CREATED', nextAt: at(9) }),
    payout(study.id, 3, { state: 'PENDING', nextAt: at(1), walletHint: '+233 •• ••• 4567' }),
    payout(study.id, 4, { state: 'ACTION_NEEDED', why: 'ACCOUNT_LIMIT', amountInPesewas: 4000 }),
    payout(id(9), 7, { state: 'ACTION_NEEDED', why: 'WALLET_IN_USE', walletHint: '+233 •• ••• 4567' }),
    payout(study.id, 5, { state: 'HELD', why: 'ACCOUNT_CHANGED', nextAt: at(2880) }),
    payout(study.id, 6, { state: 'CANCELLED' }),
    payout(study.id, 8, { state: 'HELD', why: 'RESEARCHER_LIMIT', nextAt: midnight }),
    payout(study.id, 9, { state: 'REVERSED', why: 'REVERSED', walletHint: '+233 •• ••• 4567' }),
    payout(study.id, 0, { state: 'UNFUNDED' }),
  ];
  const page = await visitByPhone();
  await answerPayouts(page, payouts);
  await enterAs(page, participant, paths.money);
  const list = page.getByRole('list', { name: words.paymentsHeading });
  const lines = list.getByRole('listitem');
  await expect(lines).toHaveCount(9);
  await expect(list).toContainText(reasons.WALLET_IN_USE);
  await expect(list).toContainText(reasons.REVERSED);
  await expect(list).toContainText(reasons.UNFUNDED);
  await expect(list).toContainText(reasons.RESEARCHER_LIMIT(exactTime(midnight)));
  await expect(lines.first()).toContainText(reasons.ACCOUNT_LIMIT);
  await expect(lines.last()).toContainText('8837201144');
  await expect(lines.last()).toContainText(cedis(5000));
  await expect(lines.last()).toContainText('How do you keep accounts?');
  await expect(list).toContainText(reasons.PENDING);
  await expectRoomForFingers(page);
  expect(await barriersOn(page)).toEqual([]);

  await test.step('the account is corrected where the payment waits, and the same money is sent once', async () => {
    const first = lines.first();
    await first.getByRole('button', { name: words.otherAccount, exact: true }).tap();
    await expect(first.getByRole('textbox', { name: words.paymentPassword })).toBeVisible();
    await first.getByRole('button', { name: words.cancel, exact: true }).tap();
    const sent: (string | undefined)[] = [];
    await page.route(`**${PAYMENT_BASE}/payouts/${id(4)}/account`, (route) => {
      sent.push(route.request().headers()['idempotency-key']);
      payouts[3] = payout(study.id, 4, { state: 'CREATED', nextAt: at(0), amountInPesewas: 4000 });
      return route.fulfill({ json: { content: payouts[3] } });
    });
    await pressTwice(button(page, words.payAgainLabel(study.publicName)));
    await expect(page.getByText(words.payingAgain)).toBeVisible();
    await expect(button(page, words.payAgainLabel(study.publicName))).toBeHidden();
    expect(sent).toEqual([expect.any(String)]);
  });

  await test.step('a failed payment is requested again after a confirmation, by keyboard too', async () => {
    await page.route(`**${PAYMENT_BASE}/payouts/${id(1)}/missing`, (route) => {
      payouts[0] = payout(study.id, 1, { ...paid, state: 'REVIEW', why: 'MISSING' });
      return route.fulfill({ json: { content: payouts[0] } });
    });
    await button(page, words.notReceivedLabel(study.publicName)).press('Enter');
    const dialog = page.getByRole('dialog', { name: words.notReceivedTitle(cedis(5000)) });
    await expect(dialog).toContainText('8837201144');
    await dialog.getByRole('button', { name: words.notReceivedSend }).press('Enter');
    await expect(list).toContainText(reasons.MISSING);
    await expect(dialog).toBeHidden();
  });
});

test('before the first payment the page explains payments, and a statement is empty @full', async ({
  visitByPhone,
  product,
}) => {
  const page = await visitByPhone();
  await enterAs(page, await newParticipant(product), paths.money);
  await expect(page.getByText(words.paymentsEmpty)).toBeVisible();
  for (const state of ACCOUNT_CHECKS) {
    await page.route(`**${PAYMENT_BASE}/payouts/account`, (route) =>
      route.fulfill({ json: { content: { state, isConfirmed: false } } }),
    );
    await page.reload();
    await expect(page.getByRole('heading', { name: accountCheckWords.title[state] })).toBeVisible();
    await expect(page.getByText(accountCheckWords.text[state])).toBeVisible();
    await expectRoomForFingers(page);
  }
  expect(await barriersOn(page)).toEqual([]);
  await page.goto(paths.statement(new Date().getUTCFullYear()));
  await expect(page.getByText(statementWords.empty)).toBeVisible();
  await page.goto(paths.statement('26'));
  await expect(page.getByRole('link', { name: statementWords.toAccounts })).toBeVisible();
});

test('a researcher reads the year by participant code, prints it, and saves it as a file @full', async ({
  visit,
  product,
}) => {
  const year = String(new Date().getUTCFullYear());
  const researcher = await newVerifiedResearcher(product);
  const line = (given: Partial<StatementLine>) =>
    StatementLine.parse({
      at: `${year}-01-02T10:00:00Z`,
      kind: 'INCENTIVE',
      studyId: id(1),
      study: 'Market mornings, round 2',
      code: null,
      applicationId: null,
      amountInPesewas: 5000,
      feeInPesewas: 100,
      network: null,
      walletHint: null,
      providerId: null,
      ...given,
    });
  const lines = [
    line({ kind: 'FUNDING', amountInPesewas: 52_015, feeInPesewas: 1014, walletHint: '+233 •• ••• 0001' }),
    line({ applicationId: id(1), code: 'A1B2C3' }),
    line({ applicationId: id(1), code: 'A1B2C3', kind: 'BONUS', amountInPesewas: 1000 }),
    line({ applicationId: id(2), code: 'D4E5F6', study: null }),
  ];
  const page = await visit();
  await page.setViewportSize({ width: 1280, height: 860 });
  await page.route(`**${PAYMENT_BASE}/statements/${year}`, (route) =>
    route.fulfill({ json: { content: { year, company: 'Osu Research', lines } } }),
  );
  await enterAs(page, researcher, paths.money);
  const row = page.getByRole('row').filter({ hasText: 'A1B2C3' });
  await expect(row).toContainText(cedis(6000));
  await expect(page.getByRole('definition').filter({ hasText: cedis(1314) })).toBeVisible();
  expect(await barriersOn(page)).toEqual([]);
  await page.getByRole('link', { name: words.statementHeading(year) }).click();
  const named = page.getByRole('row').filter({ hasText: 'Market mornings, round 2' });
  await expect(named).toHaveCount(3);
  await expect(named.filter({ hasText: 'A1B2C3' })).toHaveCount(2);
  await expect(page.getByRole('row').filter({ hasText: statementWords.unnamed })).toContainText('D4E5F6');
  await expect(
    page.getByText(statementWords.of(`${researcher.firstName} ${researcher.lastName}`, 'Osu Research')),
  ).toBeVisible();
  const totals = [
    ['Total paid in', 52_015],
    ['Total paid to participants', 11_000],
    [statementWords.fees, 1314],
  ] as const;
  for (const [label, sum] of totals)
    await expect(page.getByRole('row').filter({ hasText: label })).toContainText(cedis(sum));
  expect(await barriersOn(page)).toEqual([]);
  await page.setViewportSize({ width: 360, height: 740 });
  await withTextSize(page, 200, () => expectToFitWidth(page));
  await page.setViewportSize({ width: 1280, height: 860 });
  const saved = page.waitForEvent('download');
  await button(page, statementWords.download).click();
  expect((await saved).suggestedFilename()).toBe(`${statementWords.file(year)}.csv`);
  await page.emulateMedia({ media: 'print' });
  await expect(button(page, statementWords.print)).toBeHidden();
  await expect(page.getByRole('row').filter({ hasText: 'D4E5F6' })).toBeVisible();
});
