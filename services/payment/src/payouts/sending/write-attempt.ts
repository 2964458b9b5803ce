import { randomUUIDv7 } from 'node:crypto';
import { type Transaction, sql } from 'kysely';
import { type ProviderName, type Destination, type Reason, PROVIDERS, referenceOf } from '../../provider.ts';
import type { Db, PaymentTables, AttemptState } from '../../schema.ts';
import { LIVE_ATTEMPT } from '../states.ts';

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
  /** Of them before it went out last. */
  pollsBeforeSent: number;
  notSeen: number;
  minutesOld: number;
  /** The same of its last sending. */
  minutesSinceSent: number;
}

/** The order that is with a provider or may be; the last one of all where none is. */
export async function findAttempt(db: Db, payoutId: string): Promise<Attempt | undefined> {
  const last = attempts(db).where('payout_id', '=', payoutId).orderBy('number', 'desc').limit(1);
  return attemptOf(await last.executeTakeFirst());
}

export const findAttemptBy = async (db: Db, reference: string): Promise<Attempt | undefined> =>
  attemptOf(await attempts(db).where('reference', '=', reference).executeTakeFirst());

/** Orders of a payout that did not arrive, as far as anybody knows. */
export async function findFailedAttempts(db: Db, payoutId: string): Promise<Attempt[]> {
  const rows = await attempts(db)
    .where('payout_id', '=', payoutId)
    .where('state', 'in', ['FAILED_PROVEN', 'REJECTED'])
    .execute();
  return rows.flatMap((row) => attemptOf(row) ?? []);
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
      'not_seen as notSeen',
      sql<number>`(extract(epoch from now() - coalesce(sent_at, created_at)) / 60)::float8`.as('minutesOld'),
      sql<number>`(extract(epoch from now() - coalesce(last_sent_at, sent_at, created_at)) / 60)::float8`.as(
        'minutesSinceSent',
      ),
    ]);

type Row = Awaited<ReturnType<ReturnType<typeof attempts>['executeTakeFirst']>>;

function attemptOf(row: Row): Attempt | undefined {
  if (!row) return undefined;
  const { network, phoneNumber, name, refundOf, ...attempt } = row;
  return {
    ...attempt,
    // Of who has left the number is empty, and the order went to a wallet all the same.
    to:
      network !== null && phoneNumber !== null
        ? { network, phoneNumber, name }
        : { refundOf: refundOf ?? '' },
  };
}

/** Longer than a provider takes a reference for the same (`resendWithinHours`). */
const LONG_AGO = sql<Date>`now() - interval '25 hours'`;

/**
 * Writes an order down before anybody hears of it, or one that a provider knows and the database has forgotten. A payout with a
 * live one gets no other: a unique key refuses it.
 */
export async function insertAttempt(
  trx: Trx,
  {
    payoutId,
    number,
    provider,
    to,
    pesewas,
    isForgotten = false,
  }: {
    payoutId: string;
    number: number;
    provider: ProviderName;
    to: Destination;
    pesewas: number;
    isForgotten?: boolean;
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
      reference: referenceOf(payoutId, number),
      network: wallet?.network ?? null,
      phone_number: wallet?.phoneNumber ?? null,
      account_name: wallet?.name ?? '',
      refund_of: 'refundOf' in to ? to.refundOf : null,
      pesewas,
      ...(isForgotten && { state: 'ACCEPTED', sent_at: LONG_AGO, last_sent_at: LONG_AGO }),
    })
    .execute();
}

/**
 * The gate before the socket: of any number who hold the same order, one may send it. It goes again, the same, only where
 * the connection was never there, or where the provider has often enough not seen it.
 */
export async function openGate(trx: Trx, attemptId: string): Promise<boolean> {
  const { numUpdatedRows } = await trx
    .updateTable('payment.attempts')
    .set({
      state: 'SENT',
      is_unsent: false,
      not_seen: 0,
      // Counted on: by it `countPoll` recognizes an answer from before this sending.
      polls: sql<number>`polls + 1`,
      polls_before_sent: sql<number>`polls + 1`,
      sent_at: sql<Date>`coalesce(sent_at, now())`,
      last_sent_at: sql<Date>`now()`,
    })
    .where('attempt_id', '=', attemptId)
    .where('state', 'in', LIVE_ATTEMPT)
    .where((eb) =>
      eb.or([eb('state', '=', 'NEW'), eb('is_unsent', '=', true), eb('not_seen', '>=', NOT_SEEN_ENOUGH)]),
    )
    .executeTakeFirst();
  return numUpdatedRows > 0n;
}

/** What a database that has forgotten something calls unsent may have left since: it is asked about, like all that was sent. */
export async function takeUnsentForSent(trx: Trx): Promise<void> {
  await trx
    .updateTable('payment.attempts')
    .set({ is_unsent: false })
    .where('is_unsent', '=', true)
    .where('state', 'in', LIVE_ATTEMPT)
    .execute();
}

/** So often in a row must a provider not know an order before it is asked again. */
export const NOT_SEEN_ENOUGH = 3;

/** One step of an order. True for one caller only: its statement finds the order in a state that the step leaves. */
export async function moveAttempt(
  trx: Trx,
  attemptId: string,
  to: AttemptState,
  set: { reason?: Reason; providerId?: string; isUnsent?: boolean } = {},
  from: readonly AttemptState[] = LIVE_ATTEMPT,
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

/** True for the one caller whose answer counts: of those who asked at once, the others learned nothing new. */
export async function countPoll(trx: Trx, { id, polls }: Attempt, notSeen: number): Promise<boolean> {
  const { numUpdatedRows } = await trx
    .updateTable('payment.attempts')
    .set({ polls: polls + 1, not_seen: notSeen })
    .where('attempt_id', '=', id)
    .where('polls', '=', polls)
    .where('state', 'in', LIVE_ATTEMPT)
    .executeTakeFirst();
  return numUpdatedRows > 0n;
}

const MIDNIGHT = sql<Date>`date_trunc('day', now() at time zone 'UTC') at time zone 'UTC'`;

/** An order counts for the day on which it is written: what is about to leave has as good as left. */
const isOfToday = sql<boolean>`attempt.created_at >= ${MIDNIGHT}`;

/** What else goes today, GMT, to the person of a payout, and from all studies of its researcher. */
export async function sumsOfPeople(
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
      // By the index of the days.
      .where('attempt.provider', 'in', PROVIDERS)
      .where(isOfToday)
      .where('attempt.state', 'not in', ['REJECTED', 'FAILED_PROVEN'])
      .where('payout.kind', '<>', 'REFUND')
      .where('payout.payout_id', '<>', payout.id)
      .where((eb) => eb.or([isOfPerson, isOfResearcher]))
      .executeTakeFirstOrThrow()
  );
}

/** What else goes to a provider today, GMT, and how much of it is remainders larger than `ceiling`. */
export async function sumsOfProvider(
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
    .where(isOfToday)
    .where('attempt.state', 'not in', ['REJECTED', 'FAILED_PROVEN'])
    .executeTakeFirstOrThrow();
}
