import type { Transaction } from 'kysely';
import type { Deps } from '../deps.ts';
import type { Network } from '../providers/provider.ts';
import { referenceOf } from '../providers/reference.ts';
import type { PaymentTables } from '../schema.ts';
import { insertPayout } from './write-payout.ts';

/** Gives money back to the phone that it came from, and to no other; its fee is the platform's. */
export function insertRefund(
  deps: Pick<Deps, 'jobs'>,
  trx: Transaction<PaymentTables>,
  refund: {
    studyId: string;
    researcherId: string;
    fundingId: string;
    network: Network;
    phoneNumber: string;
    pesewas: number;
  },
): Promise<boolean> {
  const { studyId, researcherId, pesewas, ...source } = refund;
  return insertPayout(deps, trx, {
    id: referenceOf(source.fundingId, 0),
    kind: 'REFUND',
    studyId,
    personId: researcherId,
    pesewas,
    feeInPesewas: 0,
    source,
    inSeconds: 0,
  });
}
