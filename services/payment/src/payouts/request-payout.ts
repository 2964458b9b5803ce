import type { BodyOf } from '@app/contracts/endpoint.ts';
import type {
  PayoutState,
  requestPayout as contract,
  payBonus as payBonusContract,
} from '@app/contracts/payment/payouts.ts';
import { transaction } from '@app/kit/database.ts';
import type { Fail } from '@app/kit/problem.ts';
import type { Transaction } from 'kysely';
import type { Deps } from '../deps.ts';
import { due, notDue, promised } from '../ledger/events.ts';
import { isOverdraft, postTransaction } from '../ledger/post.ts';
import { queueEmail } from '../emails/queue-email.ts';
import { deriveReference } from '../provider.ts';
import { lockBudgetTerms, sumPlaceMoney, findPaidApplication, listUnfunded } from './queries.ts';
import { WAITING_STATES } from './states.ts';
import {
  type NewPayout,
  type Source,
  lockIncentive,
  insertPayout,
  transitionPayout,
} from './write-payout.ts';
import { readEverPromised } from '../ledger/read-balances.ts';
import type { PaymentTables } from '../schema.ts';
import { recordEvent } from '../audit.ts';

/**
 * Only needed if more places are used than reserved: after an undo, the reservation is used for the next
 * participant. The caller must lock the budget.
 */
async function promiseUsed(trx: Transaction<PaymentTables>, studyId: string): Promise<void> {
  const used = await sumPlaceMoney(trx, studyId);
  const everPromised = await readEverPromised(trx, studyId);
  const pesewas = used - everPromised;
  if (pesewas <= 0) return;
  await postTransaction(trx, {
    kind: 'PROMISED',
    subject: `${studyId} beyond ${used}`,
    postings: promised({ studyId, pesewas }),
  });
}

/** Reserves the money first if the study has more people to pay than reserved places. */
async function bookDue(
  trx: Transaction<PaymentTables>,
  subject: string,
  payable: Parameters<typeof due>[0],
): Promise<void> {
  await promiseUsed(trx, payable.studyId);
  await postTransaction(trx, { kind: 'DUE', subject, postings: due(payable) });
}

type PayoutRequest = BodyOf<typeof contract> & { applicationId: string };

/** The id is derived, so that it is the same again after the database is restored. */
const incentivePayoutId = (applicationId: string) => deriveReference(applicationId, 0);

/**
 * A payment that is being sent cannot be undone. If the budget is closed, the payment waits until the
 * researcher pays for it.
 */
export async function requestPayout(
  deps: Deps,
  {
    applicationId,
    studyId,
    participantId,
    participantCode,
    kind,
    version,
    amountInPesewas: pesewas,
  }: PayoutRequest,
  fail: Fail<(typeof contract)['errors'][number]>,
): Promise<{ state: PayoutState; version: number }> {
  const id = incentivePayoutId(applicationId);
  return transaction(deps.db, async (trx) => {
    const terms = await lockBudgetTerms(trx, studyId);
    if (!terms) return fail('BUDGET_NOT_FOUND');
    if (pesewas > terms.incentiveInPesewas) return fail('BUDGET_SHORT');
    const payableState = terms.state === 'OPEN' ? 'CREATED' : 'UNFUNDED';
    const state: NonNullable<NewPayout['state']> = pesewas === 0 ? 'CANCELLED' : payableState;
    const inSeconds = state === 'CREATED' ? 0 : undefined;
    const feeInPesewas = terms.payoutFeeInPesewas;
    const place = { studyId, from: 'promised', feeInPesewas } as const;
    const subject = `${id} ${version}`;
    const bookPayable = async () => {
      if (state === 'CREATED') await bookDue(trx, subject, { ...place, pesewas });
      if (state !== 'UNFUNDED') return;
      const about = `${id}:${version}`;
      await queueEmail(deps, trx, { userId: terms.researcherId, kind: 'PAYMENT_UNFUNDED', about });
    };
    const given = {
      id,
      kind,
      studyId,
      applicationId,
      participantCode,
      personId: participantId,
      pesewas,
      feeInPesewas,
      version,
      state,
      inSeconds,
    };
    if (await insertPayout(deps, trx, given)) {
      await bookPayable();
      return { state, version };
    }
    const before = await lockIncentive(trx, applicationId);
    const isSame = before?.studyId === studyId && before.personId === participantId && before.kind === kind;
    if (!before || !isSame) return fail('PAYOUT_DIFFERS');
    const unchanged = { state: before.state, version: before.version };
    const payableBefore = before.state === 'CANCELLED' ? 0 : before.pesewas;
    const wasBooked = before.state === 'UNFUNDED' ? 0 : payableBefore;
    if (version < before.version) return unchanged;
    if (version === before.version) return payableBefore === pesewas ? unchanged : fail('PAYOUT_DIFFERS');
    if (payableBefore === pesewas && !WAITING_STATES.some((one) => one === before.state)) return unchanged;
    // The rest of the budget was already refunded, so money that is released now would belong to no one.
    if (terms.state === 'CLOSED' && wasBooked > 0) return fail('PAYOUT_IS_UNDER_WAY');
    const isTransitioned = await transitionPayout(deps, trx, id, {
      from: [...WAITING_STATES, 'UNFUNDED', 'CANCELLED'],
      to: state,
      ...(inSeconds === undefined ? {} : { inSeconds }),
      set: { version, ...(pesewas === 0 ? {} : { pesewas }) },
    });
    if (!isTransitioned) return fail('PAYOUT_IS_UNDER_WAY');
    await postTransaction(trx, {
      kind: 'CANCELLED',
      subject,
      postings: notDue({ ...place, pesewas: wasBooked }),
    });
    await bookPayable();
    return { state, version };
  }).catch((error: unknown) => {
    if (isOverdraft(error)) return fail('BUDGET_SHORT');
    throw error;
  });
}

interface Bonus {
  id: string;
  researcherId: string;
  applicationId: string;
  amountInPesewas: number;
  reason: string;
}

export async function payBonus(
  deps: Deps,
  { id, researcherId, applicationId, amountInPesewas: pesewas, reason }: Bonus,
  fail: Fail<(typeof payBonusContract)['errors'][number]>,
): Promise<void> {
  await transaction(deps.db, async (trx) => {
    const paid = await findPaidApplication(trx, applicationId);
    const terms = paid && (await lockBudgetTerms(trx, paid.studyId));
    if (!paid || terms?.researcherId !== researcherId) return fail('PAYOUT_NOT_FOUND');
    if (terms.state === 'CLOSED') return fail('BUDGET_IS_CLOSED');
    const { studyId, personId, participantCode } = paid;
    const feeInPesewas = terms.payoutFeeInPesewas;
    const inSeconds = deps.config.BONUS_UNDO_SECONDS;
    const payout = {
      id,
      kind: 'BONUS',
      studyId,
      applicationId,
      participantCode,
      personId,
      pesewas,
      feeInPesewas,
      note: reason,
      inSeconds,
    } as const;
    // If the payout exists, an earlier attempt of this call made it, and its answer was lost.
    if (!(await insertPayout(deps, trx, payout))) return;
    const postings = due({ studyId, pesewas, feeInPesewas, from: 'available' });
    await postTransaction(trx, { kind: 'DUE', subject: id, postings });
    await recordEvent(trx, 'BONUS_PAID', { userId: researcherId, about: id });
  }).catch((error: unknown) => {
    if (isOverdraft(error)) return fail('BUDGET_SHORT');
    throw error;
  });
}

/** The caller must lock the budget. */
export async function fundUnfundedPayouts(
  deps: Pick<Deps, 'jobs' | 'log'>,
  trx: Transaction<PaymentTables>,
  { studyId, pesewas }: { studyId: string; pesewas: number },
): Promise<number> {
  let remaining = pesewas;
  for (const { id, version, ...payable } of await listUnfunded(trx, studyId)) {
    const cost = payable.pesewas + payable.feeInPesewas;
    if (cost > remaining) break;
    await transitionPayout(deps, trx, id, { from: ['UNFUNDED'], to: 'CREATED', inSeconds: 0 });
    const postings = due({ studyId, from: 'available', ...payable });
    await postTransaction(trx, { kind: 'DUE', subject: `${id} ${version}`, postings });
    remaining -= cost;
  }
  return remaining;
}

export function insertRefund(
  deps: Pick<Deps, 'jobs'>,
  trx: Transaction<PaymentTables>,
  refund: { studyId: string; researcherId: string; fundingId: string; source: Source; pesewas: number },
): Promise<boolean> {
  const { researcherId, ...given } = refund;
  return insertPayout(deps, trx, {
    ...given,
    id: deriveReference(given.fundingId, 0),
    kind: 'REFUND',
    personId: researcherId,
    feeInPesewas: 0,
    inSeconds: 0,
  });
}
