import { sql } from 'kysely';
import { type Engine, transaction } from '@app/kit/database.ts';
import { runForEach, runSteps } from '@app/kit/job-steps.ts';
import { Failure } from '@app/kit/problem.ts';
import type { Deps, TransitionDeps } from '../deps.ts';
import { PROVIDERS } from '../provider.ts';
import { pollPayout } from '../payouts/sending/poll-provider.ts';
import { advanceLatePayouts } from '../payouts/sending/advance-payout.ts';
import { endPause, listPauses, pauseProvider } from '../payouts/sending/pauses.ts';
import { markUnsentAsSent } from '../payouts/sending/write-attempt.ts';
import { listLiveAttempts } from './queries.ts';
import { type Reconciliation, RECONCILIATION, reconcile } from './reconcile.ts';

/** Within this time, all providers refuse a repeated reference. So a lost order cannot be paid twice. */
const REMEMBERED_HOURS = 24;

/**
 * Identifies server, timeline and database. Null on a standby. `pg_control_checkpoint` is late after a
 * promotion, so the timeline comes from the name of the log file.
 */
const DATABASE_IDENTITY = sql<string | null>`case when not pg_is_in_recovery() then
  (select system_identifier from pg_control_system())
    || ' ' || ('x' || left(pg_walfile_name(pg_current_wal_lsn()), 8))::bit(32)::bigint
    || ' ' || (select oid from pg_database where datname = current_database()) end`;

type OpeningDeps = Pick<TransitionDeps, 'db' | 'jobs' | 'log'>;

/**
 * After a failover the last payments may be missing, so each new connection is checked first. A standby is
 * refused, because its connection would stay after the promotion.
 */
export function createOpeningCheck(): (deps: OpeningDeps) => Promise<void> {
  let seen: string | undefined;
  let recording: { database: string; done: Promise<unknown> } | undefined;
  return async (deps) => {
    const { rows } = await sql<{ database: string | null; before: string | null }>`
      select ${DATABASE_IDENTITY} as database, (select database from payment.opened) as before`.execute(
      deps.db,
    );
    const { database = null, before = null } = rows[0] ?? {};
    if (database === null) {
      deps.log.warn('the database is a standby and is not used');
      throw new Failure('UNAVAILABLE');
    }
    const isAnother = seen !== undefined && database !== seen;
    if (database !== before || isAnother) {
      const recordOnce = async () => {
        try {
          await pausePaymentsIfDataLost(deps, { kind: 'postgres', isAnother });
          seen = database;
        } finally {
          recording = undefined;
        }
      };
      if (recording?.database !== database) recording = { database, done: recordOnce() };
      await recording.done;
    }
    seen = database;
  };
}

/**
 * Payments may be missing after a restore, or after a crash of the embedded engine. So all providers pause.
 * Reconciliation ends a pause REOPENED; only an operator ends RESTORED, because providers forget references
 * of old data.
 */
export async function pausePaymentsIfDataLost(
  { db, jobs, log }: OpeningDeps,
  engine: Pick<Engine, 'kind'> & { isAnother?: boolean },
): Promise<'REOPENED' | 'RESTORED' | undefined> {
  return transaction(db, async (trx) => {
    const { rows } = await sql<{ database: string; hoursOld: number | null }>`
      select ${DATABASE_IDENTITY} as database,
        (select (extract(epoch from now() - max(recorded_at)) / 3600)::float8 from payment.transactions) as "hoursOld"`.execute(
      trx,
    );
    const { database = '', hoursOld = null } = rows[0] ?? {};
    const before = await trx
      .selectFrom('payment.opened')
      .select(['database', 'closed_cleanly'])
      .forUpdate()
      .executeTakeFirst();
    const hasForgotten =
      engine.isAnother === true ||
      (before !== undefined &&
        (before.database !== database || (engine.kind === 'pglite' && !before.closed_cleanly)));
    const byAge = hoursOld !== null && hoursOld < REMEMBERED_HOURS ? 'REOPENED' : 'RESTORED';
    const reason = hasForgotten && hoursOld !== null ? byAge : undefined;
    if (reason) {
      log.error({ reason }, 'payments are paused, because the database may have lost some');
      for (const provider of PROVIDERS) await pauseProvider(trx, provider, reason);
      await markUnsentAsSent(trx);
      await jobs.send(trx, RECONCILIATION, {});
    }
    const set = {
      database,
      closed_cleanly: false,
      ...(hasForgotten && { data_lost_at: sql<Date>`now()` }),
    };
    await trx
      .insertInto('payment.opened')
      .values({ data_lost_at: null, ...set })
      .onConflict((conflict) => conflict.column('is_only').doUpdateSet(set))
      .execute();
    return reason;
  });
}

/** An embedded database cannot know that it was restored, so this must be called after a restore. */
export async function recordRestore({ owner }: Pick<Engine, 'owner'>): Promise<void> {
  await sql`update payment.opened set closed_cleanly = false`.execute(owner);
}

/** If this fails, the shutdown goes on, and payments pause at the next start. */
export async function recordCleanShutdown({ db, log }: Pick<Deps, 'db' | 'log'>): Promise<void> {
  try {
    await db.updateTable('payment.opened').set({ closed_cleanly: true }).execute();
  } catch (error) {
    log.error(
      { err: error },
      'the shutdown could not be recorded: payments will be paused at the next start',
    );
  }
}

/** Ends the pauses with the cause REOPENED of those providers that answer. */
export async function reconcileAndEndPauses(deps: TransitionDeps): Promise<Reconciliation> {
  // Only pauses from before the reconciliation may end with it.
  const pauses = await listPauses(deps.db, 'REOPENED');
  const found = await reconcile(deps);
  await runForEach(
    pauses,
    ({ provider }) => provider,
    async (pause) => {
      const { provider: name } = pause;
      const provider = deps.providers[name];
      const attempts = await listLiveAttempts(deps.db, name);
      await runForEach(
        attempts,
        ({ reference }) => reference,
        ({ reference }) => pollPayout(deps, reference),
      );
      if (!provider || (await provider.balance()).pesewas !== undefined) await endPause(deps.db, pause);
    },
  );
  return found;
}

/** After a failover, payments wait until all providers have answered. */
export const advanceOrReconcile = (deps: Deps): Promise<void> =>
  runSteps(deps, { reconcileIfReopened, advanceLatePayouts });

async function reconcileIfReopened(deps: Deps): Promise<void> {
  if ((await listPauses(deps.db, 'REOPENED')).length > 0) await reconcileAndEndPauses(deps);
}

/** If a provider has never answered, no balance is stored, so the time of the first attempt is stored. */
export async function watchProviders({ db, log, providers }: TransitionDeps): Promise<void> {
  const names = Object.keys(providers);
  if (names.length === 0)
    log.warn('no payment provider is set (MTN_BASE_URL, PAYSTACK_BASE_URL): payables wait');
  await sql`delete from payment.watched_providers where provider <> all(${names}::text[])`.execute(db);
  await sql`
    insert into payment.watched_providers (provider) select unnest(${names}::text[])
    on conflict do nothing`.execute(db);
}
