import fc from 'fast-check';
import { sql } from 'kysely';
import { beforeAll, expect, inject, test } from 'vitest';
import { transaction } from '@app/kit/database.ts';
import { useApp } from '@app/test/support/app.ts';
import { MONEY_SEQUENCES, sequencesOn } from '@app/test/support/sizes.ts';
import { findLedgerFlaws } from '#test/money.ts';
import type { Db, PaymentTables } from '../schema.ts';
import * as events from './events.ts';
import { type Posting, type TransactionKind, isOverdraft, postTransaction } from './post.ts';
import { readInTransit, readStudyBalances, readTrialBalance } from './read-balances.ts';

const app = useApp({}, undefined, { withWorkers: false });
let db: Db;
beforeAll(async () => {
  db = app.engine.connect<PaymentTables>('payment_app');
});

const book = (kind: TransactionKind, postings: Posting[], subject: string = crypto.randomUUID()) =>
  transaction(db, (trx) => postTransaction(trx, { kind, subject, postings }));

/** Debit less credit of each account since `before`, because other tests write into the same books. */
async function balancesAfter(before: Map<string, number>): Promise<Record<string, number>> {
  const now = await sums();
  return Object.fromEntries(
    [...now]
      .map(([account, sum]) => [account, sum - (before.get(account) ?? 0)] as const)
      .filter(([, sum]) => sum !== 0),
  );
}
const sums = async () =>
  new Map((await readTrialBalance(db)).map(({ account, debit, credit }) => [account, debit - credit]));

const [provider, fee, incentive] = ['mtn', 100, 5000] as const;

/** The golden example until one payment has arrived, one is open, and the third place is unused. */
async function golden() {
  const before = await sums();
  const studyId = crypto.randomUUID();
  const payableAmount = { studyId, pesewas: incentive };
  await book('COLLECTED', events.collected({ provider, studyId, pesewas: 52_015, feeInPesewas: 1014 }));
  for (let place = 0; place < 3; place += 1)
    await book('PROMISED', events.promised({ studyId, pesewas: incentive + fee }));
  const attempts = [crypto.randomUUID(), crypto.randomUUID()] as const;
  for (const attempt of attempts) {
    await book('DUE', events.due({ ...payableAmount, from: 'promised', feeInPesewas: fee }));
    await book('SENT', events.sent({ ...payableAmount, provider, as: 'payable' }), attempt);
  }
  const arrive = (attempt: string) =>
    book(
      'SUCCEEDED',
      events.succeeded({ ...payableAmount, provider, feeInPesewas: fee, chargedInPesewas: fee }),
      attempt,
    );
  await arrive(attempts[0]);
  await book('RELEASED', events.released({ studyId, pesewas: incentive + fee }));
  return { before, studyId, open: attempts[1], payableAmount, arrive };
}

test('B2 the golden example, to the pesewa', async () => {
  const { before, studyId, open } = await golden();
  expect(await balancesAfter(before)).toEqual({
    'provider:mtn:float': 45_901,
    'provider:mtn:in_transit': -5000,
    'platform:provider_fee_cost': 1114,
    [`study:${studyId}:available`]: -40_801,
    [`study:${studyId}:promised`]: -100,
    'platform:fee_income': -1114,
  });
  expect(await readStudyBalances(db, studyId)).toEqual({
    available: 40_801,
    promised: 100,
    payable: 0,
    refundDue: 0,
  });
  expect(await readInTransit(db, provider)).toContainEqual({ subject: open, pesewas: 5000 });
});

test('B2 the open payment turns out to have arrived', async () => {
  const { before, studyId, open, arrive } = await golden();
  expect(await arrive(open)).toBe(true);
  // Booking the event again changes nothing.
  expect(await arrive(open)).toBe(false);
  expect(await balancesAfter(before)).toEqual({
    'provider:mtn:float': 40_801,
    'platform:provider_fee_cost': 1214,
    [`study:${studyId}:available`]: -40_801,
    'platform:fee_income': -1214,
  });
});

test('B2 the open payment turns out to have failed', async () => {
  const { before, studyId, open, payableAmount } = await golden();
  await book('FAILED', events.failed({ ...payableAmount, provider, as: 'payable' }), open);
  expect(await balancesAfter(before)).toEqual({
    'provider:mtn:float': 45_901,
    'platform:provider_fee_cost': 1114,
    [`study:${studyId}:available`]: -40_801,
    [`study:${studyId}:promised`]: -100,
    [`study:${studyId}:payable`]: -5000,
    'platform:fee_income': -1114,
  });
});

test('B9-3 no account of a study becomes negative, and a refused booking leaves no trace', async () => {
  const studyId = crypto.randomUUID();
  await book('COLLECTED', events.collected({ provider, studyId, pesewas: 100, feeInPesewas: 0 }));
  const before = await sums();
  const refused = await book('PROMISED', events.promised({ studyId, pesewas: 101 })).catch(
    (error: unknown) => error,
  );
  expect(isOverdraft(refused)).toBe(true);
  expect(await balancesAfter(before)).toEqual({});
  for (const pesewas of [0.5, -1, Number.NaN, 2 ** 53])
    await expect(book('PROMISED', events.promised({ studyId, pesewas }))).rejects.toThrow('whole pesewas');
  expect(await book('PROMISED', events.promised({ studyId, pesewas: 100 }))).toBe(true);
});

test('B9-2 no one can change booked transactions, not even the owner of the tables', async () => {
  await golden();
  for (const table of ['transactions', 'postings']) {
    for (const statement of [
      `update payment.${table} set transaction_id = transaction_id`,
      `delete from payment.${table}`,
      `truncate payment.${table} cascade`,
    ])
      await expect(sql.raw(statement).execute(app.engine.owner)).rejects.toThrow('append-only');
  }
});

test('B9-2 a posting to an unknown account is refused', async () => {
  const posting = { debit: 'study:1:available', credit: 'platform:fee_income', pesewas: 1 } as const;
  await expect(book('COLLECTED', [posting])).rejects.toThrow('names_accounts');
});

test('B9 for any events in any order, debits equal credits and balances follow from postings', async () => {
  const amount = fc.integer({ min: 0, max: 3000 });
  const step = fc.record({
    event: fc.integer({ min: 0, max: 7 }),
    study: fc.integer({ min: 0, max: 2 }),
    amount,
  });
  await fc.assert(
    fc.asyncProperty(fc.array(step, { minLength: 5, maxLength: 30 }), async (steps) => {
      const studies = [crypto.randomUUID(), crypto.randomUUID(), crypto.randomUUID()];
      let [refused, booked] = [0, 0];
      for (const { event, study, amount: pesewas } of steps) {
        const studyId = studies[study] ?? '';
        const at = { studyId, pesewas, provider } as const;
        const charge = { feeInPesewas: fee, chargedInPesewas: fee };
        const happening: [TransactionKind, Posting[]][] = [
          ['COLLECTED', events.collected({ ...at, feeInPesewas: Math.floor(pesewas / 50) })],
          ['PROMISED', events.promised(at)],
          ['RELEASED', events.released(at)],
          ['DUE', events.due({ ...at, from: 'promised', feeInPesewas: fee })],
          ['DUE', events.due({ ...at, from: 'available', feeInPesewas: fee })],
          ['SENT', events.sent({ ...at, as: 'payable' })],
          ['FAILED', events.failed({ ...at, as: 'payable' })],
          ['SUCCEEDED', events.succeeded({ ...at, ...charge })],
        ];
        const [kind, postings] = happening[event] ?? ['PROMISED', []];
        await book(kind, postings).then(
          () => (booked += 1),
          (error: unknown) => {
            if (!isOverdraft(error)) throw error;
            refused += 1;
          },
        );
      }
      expect(refused + booked).toBe(steps.length);
      expect(await findLedgerFlaws(app)).toEqual([]);
    }),
    { numRuns: sequencesOn(inject('engine'), MONEY_SEQUENCES) },
  );
});
