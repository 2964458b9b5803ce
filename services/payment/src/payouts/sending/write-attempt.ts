import { randomUUIDv7 } from 'node:crypto';
import { type Transaction, sql } from 'kysely';
import {
  type ProviderName,
  type Destination,
  type Reason,
  PROVIDERS,
  deriveReference,
} from '../../provider.ts';
import type { Db, PaymentTables, AttemptState } from '../../schema.ts';
import { LIVE_ATTEMPT_STATES } from '../states.ts';

type Trx = Transaction<PaymentTables>;

export interface Attempt {
  id: string;
  payoutId: string;
  provider: ProviderName;
  reference: string;
  to: Destination;
  pesewas: number;
  state: AttemptState;
  isUnsent: boolean;
  polls: number;
  pollsBeforeSent: number;
  notSeen: number;
  minutesOld: number;
  minutesSinceSent: number;
}

/** Only the newest order of a payout can still be open. */
export async function findAttempt(db: Db, payoutId: string): Promise<Attempt | undefined> {
  const last = attempts(db).where('payout_id', '=', payoutId).orderBy('number', 'desc').limit(1);
  return toAttempt(await last.executeTakeFirst());
}

export const findAttemptBy = async (db: Db, reference: string): Promise<Attempt | undefined> =>
  toAttempt(await attempts(db).where('reference', '=', reference).executeTakeFirst());

export async function findFailedAttempts(db: Db, payoutId: string): Promise<Attempt[]> {
  const rows = await attempts(db)
    .where('payout_id', '=', payoutId)
    .where('state', 'in', ['FAILED_PROVEN', 'REJECTED'])
    .execute();
  return rows.flatMap((row) => toAttempt(row) ?? []);
}

const attempts = (db: Db) =>
  db
    .selectFrom('payment.attempts')
    .select([
      'attempt_id as id',
      'payout_id as payoutId',
      'provider',
      'reference',
      'network',
      'phone_number as phoneNumber',
      'account_name as name',
      'refund_of as refundOf',
      'pesewas',
      'state',
      'is_unsent as isUnsent',
      'polls',
      'polls_before_sent as pollsBeforeSent',
      'times_not_found as notSeen',
      sql<number>`(extract(epoch from now() - coalesce(sent_at, created_at)) / 60)::float8`.as('minutesOld'),
      sql<number>`(extract(epoch from now() - coalesce(last_sent_at, sent_at, created_at)) / 60)::float8`.as(
        'minutesSinceSent',
      ),
    ]);

type Row = Awaited<ReturnType<ReturnType<typeof attempts>['executeTakeFirst']>>;

function toAttempt(row: Row): Attempt | undefined {
  if (!row) return undefined;
  const { network, phoneNumber, name, refundOf, ...attempt } = row;
  return {
    ...attempt,
    to:
      network !== null && phoneNumber !== null
        ? { network, phoneNumber, name }
        : { refundOf: refundOf ?? '' },
  };
}

/** After this time, providers no longer recognise a repeated reference (`resendWithinHours`). */
const REFERENCE_EXPIRY = sql<Date>`now() - interval '25 hours'`;

/** A unique key refuses a second open order of a payout. */
export async function insertAttempt(
  trx: Trx,
  {
    payoutId,
    number,
    provider,
    to,
    pesewas,
    wasLost = false,
  }: {
    payoutId: string;
    number: number;
    provider: ProviderName;
    to: Destination;
    pesewas: number;
    wasLost?: boolean;
  },
): Promise<void> {
  const wallet = 'network' in to ? to : undefined;
  await trx
    .insertInto('payment.attempts')
    .values({
      attempt_id: randomUUIDv7(),
      payout_id: payoutId,
      number,
      provider,
      reference: deriveReference(payoutId, number),
      network: wallet?.network ?? null,
      phone_number: wallet?.phoneNumber ?? null,
      account_name: wallet?.name ?? '',
      refund_of: 'refundOf' in to ? to.refundOf : null,
      pesewas,
      ...(wasLost && { state: 'ACCEPTED', sent_at: REFERENCE_EXPIRY, last_sent_at: REFERENCE_EXPIRY }),
    })
    .execute();
}

/**
 * If several callers try at once, only one may send. An order may be sent again only if there was no
 * connection, or if the provider did not know it.
 */
export async function allowSending(trx: Trx, attemptId: string): Promise<boolean> {
  const { numUpdatedRows } = await trx
    .updateTable('payment.attempts')
    .set({
      state: 'SENT',
      is_unsent: false,
      times_not_found: 0,
      // The count changes, so that `countPoll` rejects answers to polls from before this sending.
      polls: sql<number>`polls + 1`,
      polls_before_sent: sql<number>`polls + 1`,
      sent_at: sql<Date>`coalesce(sent_at, now())`,
      last_sent_at: sql<Date>`now()`,
    })
    .where('attempt_id', '=', attemptId)
    .where('state', 'in', LIVE_ATTEMPT_STATES)
    .where((eb) =>
      eb.or([
        eb('state', '=', 'NEW'),
        eb('is_unsent', '=', true),
        eb('times_not_found', '>=', NOT_SEEN_ANSWERS_TO_RESEND),
      ]),
    )
    .executeTakeFirst();
  return numUpdatedRows > 0n;
}

/**
 * After a restore, an order may have been sent although it is stored as new. So all are marked as sent, and
 * polled.
 */
export async function markUnsentAsSent(trx: Trx): Promise<void> {
  await trx
    .updateTable('payment.attempts')
    .set({ is_unsent: false })
    .where('is_unsent', '=', true)
    .where('state', 'in', LIVE_ATTEMPT_STATES)
    .execute();
}

/** An order may be sent again only if the provider did not know it this many times in a row. */
export const NOT_SEEN_ANSWERS_TO_RESEND = 3;

/** Only one of several callers gets `true`. */
export async function transitionAttempt(
  trx: Trx,
  attemptId: string,
  to: AttemptState,
  set: { reason?: Reason; providerId?: string; isUnsent?: boolean } = {},
  from: readonly AttemptState[] = LIVE_ATTEMPT_STATES,
): Promise<boolean> {
  const { numUpdatedRows } = await trx
    .updateTable('payment.attempts')
    .set({
      state: to,
      ...(set.reason === undefined ? {} : { reason: set.reason }),
      ...(set.providerId === undefined ? {} : { provider_id: set.providerId }),
      ...(set.isUnsent === undefined ? {} : { is_unsent: set.isUnsent }),
    })
    .where('attempt_id', '=', attemptId)
    .where('state', 'in', from)
    .executeTakeFirst();
  return numUpdatedRows > 0n;
}

/** Only one of several concurrent polls gets `true`. */
export async function countPoll(trx: Trx, { id, polls }: Attempt, notSeen: number): Promise<boolean> {
  const { numUpdatedRows } = await trx
    .updateTable('payment.attempts')
    .set({ polls: polls + 1, times_not_found: notSeen })
    .where('attempt_id', '=', id)
    .where('polls', '=', polls)
    .where('state', 'in', LIVE_ATTEMPT_STATES)
    .executeTakeFirst();
  return numUpdatedRows > 0n;
}

const MIDNIGHT = sql<Date>`date_trunc('day', now() at time zone 'UTC') at time zone 'UTC'`;

const isWrittenToday = sql<boolean>`attempt.created_at >= ${MIDNIGHT}`;

/** Days are in GMT. */
export async function readDailySumsByPerson(
  db: Db,
  payout: { id: string; studyId: string; personId: string },
): Promise<{ payoutsOfPerson: number; pesewasOfPerson: number; pesewasOfResearcher: number }> {
  const isOfPerson = sql<boolean>`payout.person_id = ${payout.personId}`;
  const isOfResearcher = sql<boolean>`budget.researcher_id = own.researcher_id`;
  return (
    db
      .selectFrom('payment.attempts as attempt')
      .innerJoin('payment.payouts as payout', 'payout.payout_id', 'attempt.payout_id')
      .innerJoin('payment.budgets as budget', 'budget.study_id', 'payout.study_id')
      .innerJoin('payment.budgets as own', (join) => join.on('own.study_id', '=', payout.studyId))
      .select([
        sql<number>`count(distinct payout.payout_id) filter (where ${isOfPerson})::int`.as('payoutsOfPerson'),
        sql<number>`coalesce(sum(attempt.pesewas) filter (where ${isOfPerson}), 0)::bigint`.as(
          'pesewasOfPerson',
        ),
        sql<number>`coalesce(sum(attempt.pesewas) filter (where ${isOfResearcher}), 0)::bigint`.as(
          'pesewasOfResearcher',
        ),
      ])
      // This condition lets the database use the index of the day's orders.
      .where('attempt.provider', 'in', PROVIDERS)
      .where(isWrittenToday)
      .where('attempt.state', 'not in', ['REJECTED', 'FAILED_PROVEN'])
      .where('payout.kind', '<>', 'REFUND')
      .where('payout.payout_id', '<>', payout.id)
      .where((eb) => eb.or([isOfPerson, isOfResearcher]))
      .executeTakeFirstOrThrow()
  );
}

/** Sums the orders of this day (GMT) without the given one. `oversize` counts the refunds above `ceiling`. */
export async function readDailySumsByProvider(
  db: Db,
  provider: ProviderName,
  ceiling: number,
): Promise<{ all: number; oversize: number }> {
  const isOversize = sql<boolean>`payout.kind = 'REFUND' and attempt.pesewas > ${ceiling}::bigint`;
  return db
    .selectFrom('payment.attempts as attempt')
    .innerJoin('payment.payouts as payout', 'payout.payout_id', 'attempt.payout_id')
    .select([
      sql<number>`coalesce(sum(attempt.pesewas), 0)::bigint`.as('all'),
      sql<number>`coalesce(sum(attempt.pesewas) filter (where ${isOversize}), 0)::bigint`.as('oversize'),
    ])
    .where('attempt.provider', '=', provider)
    .where(isWrittenToday)
    .where('attempt.state', 'not in', ['REJECTED', 'FAILED_PROVEN'])
    .executeTakeFirstOrThrow();
}
