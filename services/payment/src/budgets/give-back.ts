import type { Transaction } from 'kysely';
import type { Deps } from '../deps.ts';
import { queueLetter } from '../letters/queue-letter.ts';
import { insertRefund } from '../payouts/insert-refund.ts';
import type { PaymentTables } from '../schema.ts';
import { hintOfSource } from './hint-of-source.ts';

/**
 * Divides what is owed back among the payments that came in, the newest first: each goes back to where it came from. What
 * came into a closed budget is its own payment's alone. Its researcher is written to.
 */
export async function giveBack(
  deps: Pick<Deps, 'jobs'>,
  trx: Transaction<PaymentTables>,
  {
    studyId,
    researcherId,
    pesewas,
    onlyFundingId,
  }: { studyId: string; researcherId: string; pesewas: number; onlyFundingId?: string },
): Promise<void> {
  let paidIn = trx
    .selectFrom('payment.fundings as funding')
    .leftJoin('payment.payouts as refund', 'refund.funding_id', 'funding.funding_id')
    .select((eb) => [
      'funding.funding_id as fundingId',
      'funding.network as network',
      'funding.phone_number as phoneNumber',
      'funding.last_four as lastFour',
      'funding.provider_id as providerId',
      eb('funding.received_in_pesewas', '-', eb.ref('funding.fee_in_pesewas')).as('pesewas'),
    ])
    .where('funding.study_id', '=', studyId)
    .where('funding.state', '=', 'SUCCEEDED')
    .where('refund.payout_id', 'is', null)
    .orderBy('funding.created_at', 'desc')
    .orderBy('funding.funding_id', 'desc');
  if (onlyFundingId !== undefined) paidIn = paidIn.where('funding.funding_id', '=', onlyFundingId);
  let left = pesewas;
  for (const {
    fundingId,
    network,
    phoneNumber,
    lastFour,
    providerId,
    pesewas: most,
  } of await paidIn.execute()) {
    const part = Math.min(left, most ?? 0);
    const source =
      network && phoneNumber
        ? { network, phoneNumber }
        : { refundOf: providerId ?? '', walletHint: hintOfSource({ phoneNumber, lastFour }) };
    if (part > 0) await insertRefund(deps, trx, { studyId, researcherId, pesewas: part, fundingId, source });
    left -= part;
  }
  if (left > 0) throw new Error('More is owed back than came in');
  if (pesewas === 0) return;
  const about = onlyFundingId === undefined ? studyId : `${studyId}:${onlyFundingId}`;
  await queueLetter(deps, trx, { userId: researcherId, kind: 'BUDGET_GIVEN_BACK', about });
}
