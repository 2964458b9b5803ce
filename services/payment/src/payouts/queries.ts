import type { Paging, ReplyOf } from '@app/contracts/endpoint.ts';
import type { readOwnSums } from '@app/contracts/payment/people.ts';
import { PAYABLE_KINDS, type Payout } from '@app/contracts/payment/payouts.ts';
import type { AccountCheck } from '@app/contracts/payment/account-check.ts';
import { anyOfIds } from '@app/kit/database.ts';
import { maskedPhoneNumber } from '@app/kit/phone-number.ts';
import { sql } from 'kysely';
import type { Db } from '../schema.ts';
import { type Why, DATED_HOLDS } from './states.ts';

const terms = (db: Db, studyId: string) =>
  db
    .selectFrom('payment.budgets')
    .select([
      'researcher_id as researcherId',
      'state',
      'incentive_in_pesewas as incentiveInPesewas',
      'payout_fee_in_pesewas as payoutFeeInPesewas',
    ])
    .where('study_id', '=', studyId);

export const findTerms = (db: Db, studyId: string) => terms(db, studyId).executeTakeFirst();

export const lockBudgetTerms = (trx: Db, studyId: string) =>
  terms(trx, studyId).forNoKeyUpdate().executeTakeFirst();

/** Sums what participants of a study were paid or are owed, with fees and without bonuses. */
export async function sumPlaceMoney(db: Db, studyId: string): Promise<number> {
  const { used } = await db
    .selectFrom('payment.payouts')
    .select(sql<number>`coalesce(sum(pesewas + fee_in_pesewas), 0)::bigint`.as('used'))
    .where('study_id', '=', studyId)
    .where('kind', 'in', PAYABLE_KINDS)
    .where('state', '<>', 'CANCELLED')
    .executeTakeFirstOrThrow();
  return used;
}

export const findIncentives = (db: Db, applicationIds: readonly string[]) =>
  db
    .selectFrom('payment.payouts')
    .select(['application_id as applicationId', 'state', 'pesewas as amountInPesewas'])
    .where('application_id', '=', anyOfIds(applicationIds))
    .where('kind', 'in', PAYABLE_KINDS)
    .where('state', '<>', 'CANCELLED')
    .$narrowType<{ applicationId: string }>()
    .execute();

export const listUnfunded = (trx: Db, studyId: string) =>
  trx
    .selectFrom('payment.payouts')
    .select(['payout_id as id', 'version', 'pesewas', 'fee_in_pesewas as feeInPesewas'])
    .where('study_id', '=', studyId)
    .where('state', '=', 'UNFUNDED')
    .orderBy('created_at')
    .orderBy('payout_id')
    .execute();

/** Finds nothing for a deleted person, because such a person cannot receive a bonus. */
export const findPaidApplication = (db: Db, applicationId: string) =>
  db
    .selectFrom('payment.payouts')
    .select(['study_id as studyId', 'person_id as personId', 'participant_code as participantCode'])
    .where('application_id', '=', applicationId)
    .where('kind', 'in', PAYABLE_KINDS)
    .where('state', '<>', 'CANCELLED')
    .where('person_id', 'not in', (eb) => eb.selectFrom('payment.left_people').select('user_id'))
    .executeTakeFirst();

/** After a change, only one of several concurrent callers may ask the network. */
export async function claimAccountCheck(
  db: Db,
  personId: string,
  changedAt: string | null,
): Promise<boolean> {
  const { rows } = await sql`
    insert into payment.account_checks as known (person_id, account_changed_at, state)
    select ${personId}::uuid, ${changedAt}::timestamptz, 'UNKNOWN'
    where not exists (select from payment.left_people where user_id = ${personId})
    on conflict (person_id) do update
    set account_changed_at = excluded.account_changed_at, state = excluded.state, asked_at = excluded.asked_at,
      confirmed_at = case when known.account_changed_at is not distinct from excluded.account_changed_at then known.confirmed_at end
    where known.account_changed_at is distinct from excluded.account_changed_at
      or (known.state = 'UNKNOWN' and known.asked_at < now() - interval '1 hour')
    returning person_id`.execute(db);
  return rows.length > 0;
}

export async function writeAccountCheck(
  db: Db,
  personId: string,
  changedAt: string | null,
  state: AccountCheck,
): Promise<void> {
  await db
    .updateTable('payment.account_checks')
    .set({ state })
    .where('person_id', '=', personId)
    .where(sql<boolean>`account_changed_at is not distinct from ${changedAt}::timestamptz`)
    .execute();
}

/** Networks answer within two minutes. If a request is older, it has failed. */
const isBeingAsked = sql<boolean>`state = 'UNKNOWN' and asked_at > now() - interval '2 minutes'`;

export async function readAccountCheck(db: Db, personId: string, { isLocked = false } = {}) {
  const row = await db
    .selectFrom('payment.account_checks')
    .select(['state', 'confirmed_at', isBeingAsked.as('isBeingAsked')])
    .where('person_id', '=', personId)
    .$if(isLocked, (query) => query.forShare())
    .executeTakeFirst();
  return {
    state: row?.state ?? 'UNKNOWN',
    isConfirmed: row?.confirmed_at != null,
    isBeingAsked: row?.isBeingAsked ?? false,
  };
}

/** Returns false if the two names have not been compared yet. */
export async function confirmAccountCheck(trx: Db, personId: string): Promise<boolean> {
  const { numUpdatedRows } = await trx
    .updateTable('payment.account_checks')
    .set({
      confirmed_at: sql<Date>`case when state = 'DIFFERS' then coalesce(confirmed_at, now()) else confirmed_at end`,
    })
    .where('person_id', '=', personId)
    .where('state', 'in', ['DIFFERS', 'MATCHES'])
    .executeTakeFirst();
  return numUpdatedRows > 0n;
}

/** One order of locks prevents deadlocks. */
export async function listPayoutsWaitingForConfirmation(trx: Db, personId: string): Promise<string[]> {
  const waiting = await trx
    .selectFrom('payment.payouts')
    .select('payout_id as id')
    .where('person_id', '=', personId)
    .where('state', '=', 'ACTION_NEEDED')
    .where('why', '=', 'NAME_DIFFERS' satisfies Why)
    .orderBy('payout_id')
    .execute();
  return waiting.map(({ id }) => id);
}

/** SQL cannot compare encrypted numbers. So the numbers with the same last digits are decrypted. */
export async function wasPaidOnNumber(db: Db, personId: string, phoneNumber: string): Promise<boolean> {
  const paid = await db
    .selectFrom('payment.payouts as payout')
    .innerJoin('payment.attempts as attempt', 'attempt.payout_id', 'payout.payout_id')
    .select('attempt.phone_number as phoneNumber')
    .where('payout.person_id', '=', personId)
    .where('payout.kind', '<>', 'REFUND')
    .where('payout.state', '=', 'SUCCEEDED')
    .where('payout.wallet_hint', '=', maskedPhoneNumber(phoneNumber))
    .where('attempt.state', '=', 'SUCCEEDED')
    .execute();
  return paid.some((order) => order.phoneNumber === phoneNumber);
}

export async function hasPayoutBefore(db: Db, personId: string, moment: string): Promise<boolean> {
  const row = await db
    .selectFrom('payment.payouts')
    .select('payout_id')
    .where('person_id', '=', personId)
    .where('kind', '<>', 'REFUND')
    .where('created_at', '<', new Date(moment))
    .limit(1)
    .executeTakeFirst();
  return row !== undefined;
}

export async function sumPersonPayouts(db: Db, personId: string): Promise<ReplyOf<typeof readOwnSums>> {
  const { rows } = await sql<ReplyOf<typeof readOwnSums> & { lastHeld: Date | null }>`
    select coalesce(sum(pesewas) filter (where state = 'SUCCEEDED'), 0)::int as "paidInPesewas",
      coalesce(sum(pesewas) filter (where state not in ('SUCCEEDED', 'REVERSED', 'CANCELLED')), 0)::int as "payableInPesewas",
      coalesce(bool_or(state = 'ACTION_NEEDED'), false) as "needsThem",
      max(next_at) filter (where state = 'HELD' and why in (${sql.join(DATED_HOLDS)})) as "lastHeld",
      exists (
        select from payment.account_checks as asked where asked.person_id = ${personId}
          and asked.state = 'DIFFERS' and asked.confirmed_at is null
      ) as "asksAboutNumber"
    from payment.payouts where person_id = ${personId} and kind <> 'REFUND'`.execute(db);
  const { lastHeld, ...sums } = rows[0]!;
  return { ...sums, ...(lastHeld && { heldUntil: lastHeld.toISOString() }) };
}

interface PayoutFilter {
  personId?: string;
  studyId?: string;
  payoutId?: string;
}

const payouts = (db: Db, { personId, studyId, payoutId }: PayoutFilter) =>
  db
    .selectFrom('payment.payouts')
    // If a mark was undone before its payment was due, the amount is 0.
    .where('pesewas', '>', 0)
    .$if(personId !== undefined, (query) => query.where('person_id', '=', personId ?? ''))
    .$if(studyId !== undefined, (query) => query.where('study_id', '=', studyId ?? ''))
    .$if(payoutId !== undefined, (query) => query.where('payout_id', '=', payoutId ?? ''));

/** The accounts are shown only to the person who receives the payments. */
export async function listPayouts(
  db: Db,
  of: PayoutFilter,
  { page, size }: Paging,
  { withAccount }: { withAccount: boolean },
): Promise<{ content: Payout[]; totalElements: number }> {
  const { total } = await payouts(db, of)
    .select((eb) => eb.fn.countAll<number>().as('total'))
    .executeTakeFirstOrThrow();
  const rows = await payouts(db, of)
    .select([
      'payout_id as id',
      'kind',
      'state',
      'study_id as studyId',
      'application_id as applicationId',
      'participant_code as participantCode',
      'pesewas as amountInPesewas',
      'why',
      'note',
      'created_at as createdAt',
      'next_at as nextAt',
      'paid_at as paidAt',
      'wallet_hint as walletHint',
      'provider_id as providerId',
    ])
    .orderBy('created_at', 'desc')
    .orderBy('payout_id', 'desc')
    .limit(size)
    .offset(page * size)
    .execute();
  const content = rows.map((row) => ({
    ...row,
    createdAt: row.createdAt.toISOString(),
    nextAt: row.nextAt?.toISOString() ?? null,
    paidAt: row.paidAt?.toISOString() ?? null,
    ...(withAccount ? {} : { walletHint: null, providerId: null }),
  }));
  return { content, totalElements: total };
}
