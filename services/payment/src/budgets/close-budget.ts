import type { Transaction } from 'kysely';
import type { closeBudget as contract } from '@app/contracts/payment/budgets.ts';
import { transaction } from '@app/kit/database.ts';
import type { Fail } from '@app/kit/problem.ts';
import type { Deps } from '../deps.ts';
import { queueEmail } from '../emails/queue-email.ts';
import { insertRefund } from '../payouts/request-payout.ts';
import type { PaymentTables, Db } from '../schema.ts';
import { sourceHint } from './write-funding.ts';
import { recordEvent } from '../audit.ts';
import { closed } from '../ledger/events.ts';
import { postTransaction } from '../ledger/post.ts';
import { endStudyMoney } from '../project-peer.ts';
import { closeOpenBudget, findBudget, findRefundable, listFundings, lockBudget } from './queries.ts';

/**
 * Refunds the newest payments first. If the budget was already closed at the time of a payment, this payment
 * is refunded alone, from its own money.
 */
export async function refundBudget(
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
  let remaining = pesewas;
  for (const {
    fundingId,
    network,
    phoneNumber,
    lastFour,
    providerId,
    pesewas: most,
  } of await paidIn.execute()) {
    const part = Math.min(remaining, most ?? 0);
    const source =
      network && phoneNumber
        ? { network, phoneNumber }
        : { refundOf: providerId ?? '', walletHint: sourceHint({ phoneNumber, lastFour }) };
    if (part > 0) await insertRefund(deps, trx, { studyId, researcherId, pesewas: part, fundingId, source });
    remaining -= part;
  }
  if (remaining > 0) throw new Error('More is to be refunded than came in');
  if (pesewas === 0) return;
  const about = onlyFundingId === undefined ? studyId : `${studyId}:${onlyFundingId}`;
  await queueEmail(deps, trx, { userId: researcherId, kind: 'BUDGET_REFUNDED', about });
}

/** Refunds the rest once no participant can be owed any of it. */
export async function closeBudget(
  deps: Deps,
  { studyId, researcherId }: { studyId: string; researcherId: string },
  fail: Fail<(typeof contract)['errors'][number]>,
): Promise<void> {
  const budget = await findBudget(deps.db, studyId);
  if (budget?.researcherId !== researcherId) return fail('BUDGET_NOT_FOUND');
  // A repeated call succeeds, even if another applicant is waiting now.
  if (budget.state === 'CLOSED') return;
  await assertSettled(deps.db, studyId, fail);
  const study = await endStudyMoney(deps.callProject, studyId);
  if (study?.isOpen) return fail('BUDGET_IN_USE');
  await transaction(deps.db, async (trx) => {
    await lockBudget(trx, studyId);
    await assertSettled(trx, studyId, fail);
    const { available, promised, isUnderWay } = await findRefundable(trx, studyId);
    if (isUnderWay) return fail('BUDGET_IN_USE');
    if (!(await closeOpenBudget(trx, studyId))) return;
    await postTransaction(trx, {
      kind: 'CLOSED',
      subject: studyId,
      postings: closed({ studyId, available, promised }),
    });
    await refundBudget(deps, trx, { studyId, researcherId, pesewas: available + promised });
    await recordEvent(trx, 'BUDGET_CLOSED', { userId: researcherId, about: studyId });
  });
}

/**
 * This check comes before the request to the project service, which blocks publishing a draft for ten
 * minutes.
 */
async function assertSettled(db: Db, studyId: string, fail: Fail<'FUNDING_UNDER_WAY'>): Promise<void> {
  const fundings = await listFundings(db, studyId);
  if (fundings.some(({ state }) => ['CREATED', 'PROMPTED'].includes(state))) fail('FUNDING_UNDER_WAY');
}
