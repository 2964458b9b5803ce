import type { Transaction } from 'kysely';
import type { Deps } from '../deps.ts';
import { referenceOf } from '../provider.ts';
import type { PaymentTables } from '../schema.ts';
import { type Source, insertPayout, movePayout } from './write-payout.ts';
import { due } from '../ledger/events.ts';
import { post } from '../ledger/post.ts';
import { listUnfunded } from './queries.ts';

/** What came into a closed budget pays whom it owes, the oldest first; gives what is left of it. The budget is held. */
export async function fundOwed(
  deps: Pick<Deps, 'jobs' | 'log'>,
  trx: Transaction<PaymentTables>,
  { studyId, pesewas }: { studyId: string; pesewas: number },
): Promise<number> {
  let left = pesewas;
  for (const { id, version, ...owed } of await listUnfunded(trx, studyId)) {
    const cost = owed.pesewas + owed.feeInPesewas;
    if (cost > left) break;
    await movePayout(deps, trx, id, { from: ['UNFUNDED'], to: 'CREATED', inSeconds: 0 });
    const postings = due({ studyId, from: 'available', ...owed });
    await post(trx, { kind: 'DUE', subject: `${id} ${version}`, postings });
    left -= cost;
  }
  return left;
}

/** Gives money back to where it came from, and to nowhere else; its fee is the platform's. */
export function insertRefund(
  deps: Pick<Deps, 'jobs'>,
  trx: Transaction<PaymentTables>,
  refund: { studyId: string; researcherId: string; fundingId: string; source: Source; pesewas: number },
): Promise<boolean> {
  const { researcherId, ...given } = refund;
  return insertPayout(deps, trx, {
    ...given,
    id: referenceOf(given.fundingId, 0),
    kind: 'REFUND',
    personId: researcherId,
    feeInPesewas: 0,
    inSeconds: 0,
  });
}
