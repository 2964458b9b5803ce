import { type Transaction, sql } from 'kysely';
import { PAYABLE_KINDS, type PayoutKind, type PayoutState } from '@app/contracts/payment/payouts.ts';
import type { NoData, Queue } from '@app/kit/jobs.ts';
import type { Deps } from '../deps.ts';
import type { Network } from '../provider.ts';
import type { Db, PaymentTables } from '../schema.ts';
import { notifyPayee } from './emails.ts';
import type { Why } from './states.ts';

/** A run may make several calls, and each of them may time out. */
export const PAYOUTS: Queue<{ payoutId: string }> = { name: 'payouts', expireInSeconds: 300 };
/** A scheduled job continues payouts whose job was lost or whose process died. */
export const PAYOUT_SCHEDULE: Queue<NoData> = {
  name: 'payout-schedule',
  cron: '* * * * *',
  isDebounced: true,
};

type Trx = Transaction<PaymentTables>;
const LEASE_END = sql`now() + interval '5 minutes'`;

export interface PayoutRow {
  id: string;
  kind: PayoutKind;
  studyId: string;
  personId: string;
  network: Network | null;
  phoneNumber: string | null;
  refundOf: string | null;
  pesewas: number;
  feeInPesewas: number;
  version: number;
  state: PayoutState;
  attempts: number;
  /**
   * Hours since a question about lost orders had no answer for the first time (sending/find-lost-orders.ts).
   */
  hoursUnanswered: number | null;
}

const columns = [
  'payout_id as id',
  'kind',
  'study_id as studyId',
  'person_id as personId',
  'network',
  'phone_number as phoneNumber',
  'refund_of as refundOf',
  'pesewas',
  'fee_in_pesewas as feeInPesewas',
  'version',
  'state',
  'attempts',
  sql<number | null>`(extract(epoch from now() - unanswered_since) / 3600)::float8`.as('hoursUnanswered'),
] as const;

export const lockIncentive = (trx: Trx, applicationId: string): Promise<PayoutRow | undefined> =>
  trx
    .selectFrom('payment.payouts')
    .select(columns)
    .where('application_id', '=', applicationId)
    .where('kind', 'in', PAYABLE_KINDS)
    .forUpdate()
    .executeTakeFirst();

export const findPayout = (db: Db, payoutId: string): Promise<PayoutRow | undefined> =>
  db.selectFrom('payment.payouts').select(columns).where('payout_id', '=', payoutId).executeTakeFirst();

/** For a card or bank account, we know only the payment that came from it. */
export type Source =
  | { network: Network; phoneNumber: string }
  | { refundOf: string; walletHint: string | null };

export interface NewPayout {
  id: string;
  kind: PayoutKind;
  studyId: string;
  applicationId?: string;
  participantCode?: string | null;
  personId: string;
  pesewas: number;
  feeInPesewas: number;
  version?: number;
  note?: string;
  fundingId?: string;
  source?: Source;
  state?: 'CREATED' | 'UNFUNDED' | 'CANCELLED';
  inSeconds: number | undefined;
}

/** Returns false if the payout exists. */
export async function insertPayout(deps: Pick<Deps, 'jobs'>, trx: Trx, payout: NewPayout): Promise<boolean> {
  const { inSeconds, source } = payout;
  const phone = source && 'network' in source ? source : undefined;
  const payment = source && 'refundOf' in source ? source : undefined;
  const row = await trx
    .insertInto('payment.payouts')
    .values({
      payout_id: payout.id,
      kind: payout.kind,
      study_id: payout.studyId,
      application_id: payout.applicationId ?? null,
      participant_code: payout.participantCode ?? null,
      person_id: payout.personId,
      funding_id: payout.fundingId ?? null,
      network: phone?.network ?? null,
      phone_number: phone?.phoneNumber ?? null,
      refund_of: payment?.refundOf ?? null,
      wallet_hint: payment?.walletHint ?? null,
      pesewas: payout.pesewas,
      fee_in_pesewas: payout.feeInPesewas,
      note: payout.note ?? null,
      version: payout.version ?? 0,
      state: payout.state ?? 'CREATED',
      next_at: inSeconds === undefined ? null : inSecondsFromNow(inSeconds),
    })
    .onConflict((conflict) => conflict.doNothing())
    .returning('payout_id')
    .executeTakeFirst();
  if (row && inSeconds !== undefined) await wake(deps, trx, payout.id, inSeconds);
  return row !== undefined;
}

const inSecondsFromNow = (seconds: number) =>
  sql<Date>`now() + ${Math.ceil(seconds)}::int * interval '1 second'`;

const wake = (deps: Pick<Deps, 'jobs'>, trx: Trx, payoutId: string, afterSeconds: number) =>
  deps.jobs.send(trx, PAYOUTS, { payoutId }, { afterSeconds: Math.ceil(afterSeconds) });

export interface PayoutTransition {
  from: readonly PayoutState[];
  /** The version of the decision on which the change depends. Another version may have another amount. */
  ofVersion?: number;
  ofAttempts?: number;
  to: PayoutState;
  why?: Why;
  inSeconds?: number;
  set?: {
    pesewas?: number;
    version?: number;
    attempts?: number;
    walletHint?: string | null;
    providerId?: string | null;
    isUnanswered?: boolean;
  };
}

/** Only one of several callers gets `true`. */
export async function transitionPayout(
  deps: Pick<Deps, 'jobs' | 'log'>,
  trx: Trx,
  payoutId: string,
  step: PayoutTransition,
): Promise<boolean> {
  const { from, ofVersion, ofAttempts, to, why, inSeconds, set = {} } = step;
  const row = await trx
    .updateTable('payment.payouts')
    .set({
      state: to,
      why: why ?? null,
      leased_until: null,
      next_at: inSeconds === undefined ? null : inSecondsFromNow(inSeconds),
      ...(set.pesewas === undefined ? {} : { pesewas: set.pesewas }),
      ...(set.version === undefined ? {} : { version: set.version }),
      ...(set.attempts === undefined ? {} : { attempts: set.attempts }),
      ...(set.walletHint === undefined ? {} : { wallet_hint: set.walletHint }),
      ...(set.providerId === undefined ? {} : { provider_id: set.providerId }),
      // The review shows when an answer was missing for the first time, so this time stays.
      ...(to === 'REVIEW'
        ? {}
        : { unanswered_since: set.isUnanswered ? sql<Date>`coalesce(unanswered_since, now())` : null }),
      ...(to === 'SUCCEEDED' ? { paid_at: sql<Date>`coalesce(paid_at, now())` } : {}),
      ...(to === 'REVERSED' ? { paid_at: null } : {}),
      ...(why === 'MISSING' ? { missing_at: sql<Date>`now()` } : {}),
    })
    .where('payout_id', '=', payoutId)
    .where('state', 'in', from)
    .$if(ofVersion !== undefined, (query) => query.where('version', '=', ofVersion ?? 0))
    .$if(ofAttempts !== undefined, (query) => query.where('attempts', '=', ofAttempts ?? 0))
    .returning(['kind', 'person_id as userId', 'attempts', 'missing_at as missingAt', 'next_at as nextAt'])
    .returning(sql<Date>`now()`.as('at'))
    .executeTakeFirst();
  if (!row) return false;
  if (to === 'REVIEW' || to === 'REVERSED')
    deps.log.error({ payout: payoutId, why }, 'a payment waits for a decision');
  await notifyPayee(deps, trx, payoutId, step, row);
  if (inSeconds !== undefined) await wake(deps, trx, payoutId, inSeconds);
  return true;
}

export async function recordUnanswered(db: Db, payoutId: string): Promise<void> {
  await db
    .updateTable('payment.payouts')
    .set({ unanswered_since: sql<Date>`coalesce(unanswered_since, now())` })
    .where('payout_id', '=', payoutId)
    .execute();
}

/** The lease ends at the next transition, at the latest after five minutes. */
export async function leasePayout(db: Db, payoutId: string): Promise<PayoutRow | undefined> {
  return db
    .updateTable('payment.payouts')
    .set({ leased_until: LEASE_END as never })
    .where('payout_id', '=', payoutId)
    .where('next_at', '<=', sql<Date>`now()`)
    .where((eb) => eb.or([eb('leased_until', 'is', null), eb('leased_until', '<', sql<Date>`now()`)]))
    .returning(columns)
    .executeTakeFirst();
}

export async function findPayoutsWithOverdueStep(db: Db, most: number): Promise<string[]> {
  const rows = await db
    .selectFrom('payment.payouts')
    .select('payout_id as id')
    .where('next_at', '<', sql<Date>`now() - interval '30 seconds'`)
    .where((eb) => eb.or([eb('leased_until', 'is', null), eb('leased_until', '<', sql<Date>`now()`)]))
    .orderBy('next_at')
    .limit(most)
    .execute();
  return rows.map(({ id }) => id);
}

/** Returns the providers' references of the erased payouts. */
export async function erasePayouts(trx: Db, userId: string): Promise<string[]> {
  // Account checks are always locked before payouts, which prevents deadlocks.
  await sql`delete from payment.account_checks where person_id = ${userId}`.execute(trx);
  await sql`
    update payment.payouts as payout set note = null from payment.budgets as budget
    where payout.note is not null and budget.study_id = payout.study_id
      and ${userId}::uuid in (payout.person_id, budget.researcher_id)`.execute(trx);
  await sql`
    update payment.payouts set phone_number = case when phone_number is not null then '' end, wallet_hint = null,
      allowed_wallet_hint = null
    where person_id = ${userId}`.execute(trx);
  const { rows } = await sql<{ reference: string }>`
    update payment.attempts as attempt
    set phone_number = case when attempt.phone_number is not null then '' end, account_name = '' from payment.payouts as payout
    where payout.payout_id = attempt.payout_id and payout.person_id = ${userId}
    returning attempt.reference`.execute(trx);
  return rows.map(({ reference }) => reference);
}
