import type { payBonus as contract } from '@app/contracts/payment/payouts.ts';
import { transaction } from '@app/kit/database.ts';
import type { Fail } from '@app/kit/problem.ts';
import { noteEvent } from '../audit/note-event.ts';
import type { Deps } from '../deps.ts';
import { due } from '../ledger/events.ts';
import { isShort, post } from '../ledger/post.ts';
import { findPaidApplication, holdTerms } from './queries.ts';
import { insertPayout } from './write-payout.ts';

interface Bonus {
  id: string;
  researcherId: string;
  applicationId: string;
  amountInPesewas: number;
  reason: string;
}

/** From money that is promised to nobody, to somebody whose application is paid. */
export async function payBonus(
  deps: Deps,
  { id, researcherId, applicationId, amountInPesewas: pesewas, reason }: Bonus,
  fail: Fail<(typeof contract)['errors'][number]>,
): Promise<void> {
  await transaction(deps.db, async (trx) => {
    const paid = await findPaidApplication(trx, applicationId);
    const terms = paid && (await holdTerms(trx, paid.studyId));
    if (!paid || terms?.researcherId !== researcherId) return fail('PAYOUT_NOT_FOUND');
    if (terms.state === 'CLOSED') return fail('BUDGET_IS_CLOSED');
    const { studyId, personId } = paid;
    const feeInPesewas = terms.payoutFeeInPesewas;
    const inSeconds = deps.config.BONUS_UNDO_SECONDS;
    const payout = {
      id,
      kind: 'BONUS',
      studyId,
      applicationId,
      personId,
      pesewas,
      feeInPesewas,
      note: reason,
      inSeconds,
    } as const;
    // Made before, and the answer was lost.
    if (!(await insertPayout(deps, trx, payout))) return;
    const postings = due({ studyId, pesewas, feeInPesewas, from: 'available' });
    await post(trx, { kind: 'DUE', subject: id, postings });
    await noteEvent(trx, 'BONUS_PAID', { userId: researcherId, about: id });
  }).catch((error: unknown) => {
    if (isShort(error)) return fail('BUDGET_SHORT');
    throw error;
  });
}
