import { sql } from 'kysely';
import { type Engine, transaction } from '@app/kit/database.ts';
import { Failure } from '@app/kit/problem.ts';
import type { Deps, Mover } from '../deps.ts';
import { PROVIDERS } from '../provider.ts';
import { askAboutPayout } from '../payouts/sending/ask-about.ts';
import { advanceLatePayouts } from '../payouts/sending/advance-payout.ts';
import { endPause, listPauses, pauseProvider } from '../payouts/sending/pauses.ts';
import { takeUnsentForSent } from '../payouts/sending/write-attempt.ts';
import { listLiveAttempts } from './queries.ts';
import { type Reconciliation, RECONCILIATION, reconcile } from './reconcile.ts';

/** As long as every provider knows its references again, and so refuses what a database has forgotten. */
const REMEMBERED_HOURS = 24;

/**
 * The server, its line of time and the database. Of the line the log's own name speaks: what `pg_control_checkpoint` says follows
 * a promotion only after a checkpoint. Null on a standby.
 */
const DATABASE = sql<string | null>`case when not pg_is_in_recovery() then
  (select system_identifier from pg_control_system())
    || ' ' || ('x' || left(pg_walfile_name(pg_current_wal_lsn()), 8))::bit(32)::bigint
    || ' ' || (select oid from pg_database where datname = current_database()) end`;

type Opener = Pick<Mover, 'db' | 'jobs' | 'log'>;

/**
 * Looks over each new connection: after a failover it leads to a database that may have forgotten the last payments, so they
 * stop before anything is asked or sent by it. So does the way back to a database that its own row calls known. A standby is
 * refused, since the connection would outlive its promotion.
 */
export function createLook(): (deps: Opener) => Promise<void> {
  let seen: string | undefined;
  /** Of connections that open at once one notes it, and the others wait for that. */
  let noting: { database: string; done: Promise<unknown> } | undefined;
  return async (deps) => {
    const { rows } = await sql<{ database: string | null; before: string | null }>`
      select ${DATABASE} as database, (select database from payment.opened) as before`.execute(deps.db);
    const { database = null, before = null } = rows[0] ?? {};
    if (database === null) {
      deps.log.warn('the database is a standby: nothing is asked of it');
      throw new Failure('UNAVAILABLE');
    }
    const isAnother = seen !== undefined && database !== seen;
    if (database !== before || isAnother) {
      const note = async () => {
        try {
          await noteOpening(deps, { kind: 'postgres', isAnother });
          seen = database;
        } finally {
          noting = undefined;
        }
      };
      if (noting?.database !== database) noting = { database, done: note() };
      await noting.done;
    }
    seen = database;
  };
}

/**
 * Stops payments where the database may have forgotten some: restored from a backup, or, where it is embedded, never closed.
 * They go on once the providers were asked (REOPENED), or, of a database that stood still for longer than providers remember,
 * once somebody has looked (RESTORED). Gives which of them it is; undefined where nothing was paid yet, or all is known.
 */
export async function noteOpening(
  { db, jobs, log }: Opener,
  engine: Pick<Engine, 'kind'> & { isAnother?: boolean },
): Promise<'REOPENED' | 'RESTORED' | undefined> {
  return transaction(db, async (trx) => {
    const { rows } = await sql<{ database: string; hoursOld: number | null }>`
      select ${DATABASE} as database,
        (select (extract(epoch from now() - max(recorded_at)) / 3600)::float8 from payment.transactions) as "hoursOld"`.execute(
      trx,
    );
    const { database = '', hoursOld = null } = rows[0] ?? {};
    const before = await trx
      .selectFrom('payment.opened')
      .select(['database', 'is_closed'])
      .forUpdate()
      .executeTakeFirst();
    const hasForgotten =
      engine.isAnother === true ||
      (before !== undefined &&
        (before.database !== database || (engine.kind === 'pglite' && !before.is_closed)));
    const byAge = hoursOld !== null && hoursOld < REMEMBERED_HOURS ? 'REOPENED' : 'RESTORED';
    const reason = hasForgotten && hoursOld !== null ? byAge : undefined;
    if (reason) {
      log.error({ reason }, 'payments are paused, since the database may have forgotten some');
      for (const provider of PROVIDERS) await pauseProvider(trx, provider, reason);
      await takeUnsentForSent(trx);
      await jobs.send(trx, RECONCILIATION, {});
    }
    const set = {
      database,
      is_closed: false,
      ...(hasForgotten && { forgotten_at: sql<Date>`now()` }),
    };
    await trx
      .insertInto('payment.opened')
      .values({ forgotten_at: null, ...set })
      .onConflict((conflict) => conflict.column('is_only').doUpdateSet(set))
      .execute();
    return reason;
  });
}

/** An embedded database that was restored looks as it did when it was closed: only who restores it knows. */
export async function noteRestoring({ owner }: Pick<Engine, 'owner'>): Promise<void> {
  await sql`update payment.opened set is_closed = false`.execute(owner);
}

/** Where it cannot be noted, the rest closes all the same: the next start takes it for a database that never closed. */
export async function noteClosing({ db, log }: Pick<Deps, 'db' | 'log'>): Promise<void> {
  try {
    await db.updateTable('payment.opened').set({ is_closed: true }).execute();
  } catch (error) {
    log.error(
      { err: error },
      'that it was closed could not be noted: payments will be paused at the next start',
    );
  }
}

/** Asks the providers about everything, and lets those go on that were stopped until then and have answered. */
export async function reconcileAll(deps: Mover): Promise<Reconciliation> {
  // One that comes meanwhile is not ended by what was asked before.
  const pauses = await listPauses(deps.db, 'REOPENED');
  const found = await reconcile(deps);
  for (const pause of pauses) {
    const { provider: name } = pause;
    const provider = deps.providers[name];
    for (const { reference } of await listLiveAttempts(deps.db, name)) await askAboutPayout(deps, reference);
    if (!provider || (await provider.balance()).pesewas !== undefined) await endPause(deps.db, pause);
  }
  return found;
}

/** Takes on the payments that are late. Those that a failover has stopped need the providers' answers first. */
export async function advanceOrReconcile(deps: Deps): Promise<void> {
  if ((await listPauses(deps.db, 'REOPENED')).length > 0) await reconcileAll(deps);
  await advanceLatePayouts(deps);
}

/** Notes since when each provider of the settings is watched: one that has never answered has no float. */
export async function watchProviders({ db, log, providers }: Mover): Promise<void> {
  const names = Object.keys(providers);
  if (names.length === 0)
    log.warn('no payment provider is set (MTN_BASE_URL, PAYSTACK_BASE_URL): what is owed waits');
  await sql`delete from payment.watched_providers where provider <> all(${names}::text[])`.execute(db);
  await sql`
    insert into payment.watched_providers (provider) select unnest(${names}::text[])
    on conflict do nothing`.execute(db);
}
