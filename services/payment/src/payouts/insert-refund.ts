import type { Transaction } from 'kysely';
import type { Deps } from '../deps.ts';
import { referenceOf } from '../providers/reference.ts';
import type { PaymentTables } from '../schema.ts';
import { type Source, insertPayout } from './write-payout.ts';

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
