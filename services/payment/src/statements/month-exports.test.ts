import { sql } from 'kysely';
import { beforeAll, expect, test } from 'vitest';
import {
  exportLedgerAsAdmin,
  exportPaymentsAsAdmin,
  listMonthsAsAdmin,
} from '@app/contracts/payment/admin-exports.ts';
import { closeBudget } from '@app/contracts/payment/budgets.ts';
import { monthExportWords as words } from '@app/words/month-exports.ts';
import { type TestAdmin, makeAdmin } from '@app/test/support/admins.ts';
import { useApp } from '@app/test/support/app.ts';
import { paymentDeps } from '@app/test/support/payment-deps.ts';
import {
  advancePayoutNow,
  makeStudyWithPromisedPlaces,
  makeUnsentPayout,
} from '@app/test/support/payouts.ts';
import { registerResearcher } from '@app/test/support/people.ts';
import { createFakeProvider } from '#test/fake-provider.ts';
import { paymentDb } from '#test/money.ts';
import { pollPayout } from '../payouts/sending/poll-provider.ts';
import { readTrialBalance } from '../ledger/read-balances.ts';

const app = useApp({}, undefined, { withWorkers: false });
const month = new Date().toISOString().slice(0, 7);
let finance: TestAdmin;

/** A month with two fundings, a payment, one that was reversed, one in transit, and a refund. */
beforeAll(async () => {
  finance = await makeAdmin(app, ['FINANCE']);
  const researcher = await registerResearcher(app, { verified: true });
  const provider = createFakeProvider();
  const deps = paymentDeps(app, provider);
  const advance = async (payoutId: string, ...outcomes: (typeof provider)['says'][]) => {
    await advancePayoutNow(app, deps, payoutId);
    for (const says of outcomes) {
      provider.says = says;
      await advancePayoutNow(app, deps, payoutId);
    }
  };
  const paid = { kind: 'success', pesewas: 5000, currency: 'GHS', providerId: '=77' } as const;
  const add = async (inStudy?: string) =>
    makeUnsentPayout(app, { researcher, participant: { userId: crypto.randomUUID() } }, inStudy);
  const { studyId, payoutId } = await add();
  await advance(payoutId, paid);
  await advance((await add(studyId)).payoutId, paid);
  provider.says = { kind: 'reversed' };
  await pollPayout(deps, provider.sent.at(-1)?.reference ?? '');
  await advance((await add(studyId)).payoutId);
  const closed = await makeStudyWithPromisedPlaces(app, researcher);
  await app.call(closeBudget, { as: researcher, params: { studyId: closed } });
  const { rows } = await sql<{ id: string; pesewas: number }>`
    select payout_id as id, pesewas from payment.payouts where kind = 'REFUND'`.execute(app.engine.owner);
  for (const { id, pesewas } of rows) await advance(id, { ...paid, pesewas });
});

const download = async (endpoint: typeof exportPaymentsAsAdmin | typeof exportLedgerAsAdmin, of = month) =>
  app.call(endpoint, { as: { token: await finance.token() }, params: { month: of } });
/** Every cell is quoted. */
const readCells = (line: string) => [...line.matchAll(/"((?:[^"]|"")*)"/g)].map(([, cell = '']) => cell);
function readRows(text: string): Record<string, string>[] {
  const [head = '', ...lines] = text.replace('\ufeff', '').trimEnd().split('\r\n');
  const names = readCells(head);
  return lines.map((line) => Object.fromEntries(readCells(line).map((cell, at) => [names[at], cell])));
}
const sum = (rows: Record<string, string>[], column: string) =>
  rows.reduce((all, row) => all + Math.round(Number(row[column]) * 100), 0);
const { amount, fee, cost, movements: direction, kind } = words.payments;

test('the sums of a month’s payments are those of the ledger', async () => {
  const answer = await download(exportPaymentsAsAdmin);
  expect(answer.headers['content-disposition']).toContain(`payments-${month}.csv`);
  const rows = readRows(answer.text);
  const of = (which: keyof typeof words.movements) =>
    rows.filter((row) => row[direction] === words.movements[which]);
  const [received, sent, returned] = [of('COLLECTED'), of('SUCCEEDED'), of('REVERSED')];
  expect([received.length, sent.length, returned.length]).toEqual([2, 3, 1]);
  expect(sent.map((row) => row[kind] ?? '').toSorted()).toEqual(['Incentive', 'Incentive', 'Refund']);

  const accounts = await readTrialBalance(paymentDb(app));
  const balance = (account: string) => {
    const { debit = 0, credit = 0 } = accounts.find((one) => one.account === account) ?? {};
    return debit - credit;
  };
  expect(
    sum(received, amount) - sum(received, cost) - sum(sent, amount) - sum(sent, cost) + sum(returned, amount),
  ).toBe(balance('provider:mtn:float'));
  expect(sum(received, fee) + sum(sent, fee) - sum(returned, fee)).toBe(-balance('platform:fee_income'));
  expect(sum(received, cost) + sum(sent, cost)).toBe(balance('platform:provider_fee_cost'));
  expect(rows.every((row) => /^\d+\.\d\d$/.test(row[amount] ?? ''))).toBe(true);
});

test('no cell is a formula, a name or a whole number', async () => {
  const { text } = await download(exportPaymentsAsAdmin);
  expect(text).toContain(`"'=77"`);
  expect(text).toContain('233 •• •••');
  expect(text).not.toMatch(/233\d{9}|Mensah/);
});

test('the ledger of a month has every entry, and both sides have the same sum', async () => {
  const rows = readRows((await download(exportLedgerAsAdmin)).text);
  const { debit, credit, account } = words.ledger;
  expect(sum(rows, debit)).toBeGreaterThan(0);
  expect(sum(rows, debit) - sum(rows, credit)).toBe(0);
  const exported = Map.groupBy(rows, (row) => row[account]);
  // Another test adds entries of earlier months to the accounts of Hubtel.
  const accounts = (await readTrialBalance(paymentDb(app))).filter((one) => !one.account.includes('hubtel'));
  expect(exported.size).toBe(accounts.length);
  for (const one of accounts) {
    const lines = exported.get(one.account) ?? [];
    expect([one.account, sum(lines, debit), sum(lines, credit)]).toEqual([
      one.account,
      one.debit,
      one.credit,
    ]);
  }
});

test('a month has all its entries, many at one moment too, and none of the months beside it', async () => {
  const many = 1201;
  const insert = (at: string, count: number) =>
    sql`
      with made as (
        insert into payment.transactions (transaction_id, kind, subject, happened_at)
        select gen_random_uuid(), 'UNEXPLAINED', gen_random_uuid()::text, ${at}::timestamptz
        from generate_series(1, ${count}::int) returning transaction_id)
      insert into payment.postings (transaction_id, ordinal, debit, credit, pesewas)
      select transaction_id, 0, 'provider:hubtel:float', 'suspense:hubtel', 100 from made`.execute(
      app.engine.owner,
    );
  await insert('2025-12-31T23:59:59.999999Z', 1);
  await insert('2026-01-01T00:00:00Z', many);
  await insert('2026-01-31T23:59:59.999999Z', 1);
  await insert('2026-02-01T00:00:00Z', 1);
  const rows = readRows((await download(exportLedgerAsAdmin, '2026-01')).text);
  expect(rows).toHaveLength(2 * (many + 1));
  expect(new Set(rows.map((row) => row[words.ledger.booking])).size).toBe(many + 1);
  const { content: months } = await app.call(listMonthsAsAdmin, { as: { token: await finance.token() } });
  expect([months[0], months.at(-2), months.at(-1)]).toEqual([month, '2026-01', '2025-12']);
  expect(readRows((await download(exportPaymentsAsAdmin, '2026-01')).text)).toEqual([]);
});

test('no other admin downloads a file, and a month has the form of one', async () => {
  const other = await makeAdmin(app, ['SUPPORT', 'ADMIN']);
  for (const endpoint of [exportPaymentsAsAdmin, exportLedgerAsAdmin]) {
    const refused = await app.call(endpoint, { as: { token: await other.token() }, params: { month } });
    expect(refused.json).toMatchObject({ code: 'NOT_ALLOWED' });
    expect((await download(endpoint, '2026-13')).status).toBe(404);
  }
  await download(exportLedgerAsAdmin);
  const { rows } = await sql<{ about: string }>`
    select about from payment.audit where admin_id = ${finance.adminId}`.execute(app.engine.owner);
  expect(rows.map(({ about }) => about)).toContain('exportLedgerAsAdmin');
});
