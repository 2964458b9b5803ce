import { type Transaction, sql } from 'kysely';
import { transaction } from '@app/kit/database.ts';
import { maskedPhoneNumber } from '@app/kit/phone-number.ts';
import { recordEvent } from '../../audit.ts';
import type { TransitionDeps } from '../../deps.ts';
import type { PaymentTables } from '../../schema.ts';
import { type PayoutRow, transitionPayout } from '../write-payout.ts';

type Trx = Transaction<PaymentTables>;

/**
 * If the number belongs to a payer of the study or to another participant, that person may get the pay, so an
 * operator must look at it. The lock makes simultaneous first payments to one number wait.
 */
export async function lockAndCheckSharedNumber(
  trx: Trx,
  { studyId, personId }: Pick<PayoutRow, 'studyId' | 'personId'>,
  phoneNumber: string,
): Promise<boolean> {
  const hint = maskedPhoneNumber(phoneNumber);
  await sql`select pg_advisory_xact_lock(hashtext(${`payment.wallets ${hint}`}))`.execute(trx);
  const allowed = await trx
    .selectFrom('payment.payouts')
    .select('payout_id')
    .where('person_id', '=', personId)
    .where('allowed_wallet_hint', '=', hint)
    .limit(1)
    .executeTakeFirst();
  if (allowed) return false;
  const payers = await trx
    .selectFrom('payment.fundings')
    .select('phone_number as phoneNumber')
    .where('study_id', '=', studyId)
    .where('state', '=', 'SUCCEEDED')
    .execute();
  if (payers.some((payer) => payer.phoneNumber === phoneNumber)) return true;
  // The numbers are encrypted. So those with the same last digits are decrypted and compared.
  const orders = await trx
    .selectFrom('payment.payouts as payout')
    .innerJoin('payment.attempts as attempt', 'attempt.payout_id', 'payout.payout_id')
    .select(['payout.person_id as personId', 'attempt.phone_number as phoneNumber'])
    .where('payout.wallet_hint', '=', hint)
    .where('payout.kind', '<>', 'REFUND')
    .where('attempt.state', 'not in', ['REJECTED', 'FAILED_PROVEN'])
    .execute();
  const paid = new Set(
    orders.filter((order) => order.phoneNumber === phoneNumber).map((order) => order.personId),
  );
  return paid.size > 0 && !paid.has(personId);
}

/** From now on, this person's payments to the number need no review. */
export async function allowWallet(deps: TransitionDeps, payoutId: string, by: string): Promise<boolean> {
  return transaction(deps.db, async (trx) => {
    const { numUpdatedRows } = await trx
      .updateTable('payment.payouts')
      .set((eb) => ({ allowed_wallet_hint: eb.ref('wallet_hint') }))
      .where('payout_id', '=', payoutId)
      .where('state', '=', 'ACTION_NEEDED')
      .where('why', '=', 'WALLET_IN_USE')
      .executeTakeFirst();
    if (numUpdatedRows === 0n) return false;
    await recordEvent(trx, 'WALLET_ALLOWED', { about: `${payoutId} by ${by}` });
    return transitionPayout(deps, trx, payoutId, { from: ['ACTION_NEEDED'], to: 'CREATED', inSeconds: 0 });
  });
}
