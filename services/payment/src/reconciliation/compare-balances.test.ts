import { expect, test } from 'vitest';
import { transaction } from '@app/kit/database.ts';
import { useApp } from '@app/test/support/app.ts';
import { paymentDb } from '#test/money.ts';
import * as events from '../ledger/events.ts';
import { postTransaction } from '../ledger/post.ts';
import { compareBalances } from './compare-balances.ts';

const app = useApp({}, undefined, { withWorkers: false });

test('one statement sums the accounts of all providers, each by its own postings', async () => {
  const db = paymentDb(app);
  const studyId = crypto.randomUUID();
  const book = (kind: 'COLLECTED' | 'PROMISED' | 'DUE' | 'SENT', postings: ReturnType<typeof events.sent>) =>
    transaction(db, (trx) => postTransaction(trx, { kind, subject: crypto.randomUUID(), postings }));
  await book('COLLECTED', events.collected({ provider: 'mtn', studyId, pesewas: 9000, feeInPesewas: 0 }));
  await book('COLLECTED', events.collected({ provider: 'paystack', studyId, pesewas: 700, feeInPesewas: 0 }));
  await book('PROMISED', events.promised({ studyId, pesewas: 5000 }));
  await book('DUE', events.due({ studyId, pesewas: 5000, from: 'promised', feeInPesewas: 0 }));
  await book('SENT', events.sent({ studyId, pesewas: 5000, provider: 'mtn', as: 'payable' }));
  let statements = 0;
  const counted = db.withPlugin({
    transformQuery({ node }) {
      statements += 1;
      return node;
    },
    transformResult: async ({ result }) => result,
  });
  const compared = await compareBalances({ db: counted, providers: {} });
  const sums = compared.map((one) => [one.provider, [one.ledgerInPesewas, one.inTransitInPesewas]]);
  expect(Object.fromEntries(sums)).toEqual({ mtn: [9000, 5000], paystack: [700, 0] });
  // The other statement reads which providers are paused.
  expect(statements).toBe(2);
});
