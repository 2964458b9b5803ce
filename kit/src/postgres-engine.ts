import { type Kysely, type PostgresPool, type PostgresPoolClient, PostgresDialect } from 'kysely';
import pg from 'pg';
import { type Engine, guardedKysely } from './database.ts';
import type { Log } from './log.ts';
import { PreparingClient, leaving } from './postgres-client.ts';
import { listenOn } from './postgres-listener.ts';
import { SettingsError } from './settings.ts';

const INT8 = 20;
const DATE = 1082;
/** Counts as numbers and days as text, as the embedded engine gives them. */
const types: pg.CustomTypesConfig = {
  getTypeParser: ((oid: number, format?: 'text') => {
    if (oid === INT8) return Number;
    if (oid === DATE) return String;
    return pg.types.getTypeParser(oid, format);
  }) as typeof pg.types.getTypeParser,
};

const PING_MS = 1000;

export interface PostgresSettings {
  url: string;
  /** Connections of one service in one process. */
  poolSize: number;
  log: Log;
  /** Factor on all time-outs; tests raise it on a busy machine. */
  patience?: number;
}

/** Opens a PostgreSQL server (15 or newer). Nothing connects before the first statement. */
export function openPostgres({ url, poolSize, log, patience = 1 }: PostgresSettings): Engine {
  const pools: { role: string | undefined; pool: pg.Pool }[] = [];
  const stopListening: (() => Promise<void>)[] = [];

  const openPool = (role: string | undefined, max: number): pg.Pool => {
    const pool = new pg.Pool({
      connectionString: url,
      max,
      ...leaving(PreparingClient),
      types,
      connectionTimeoutMillis: 3000 * patience,
      idleTimeoutMillis: 30_000,
      // Days are those of Ghana (GMT), whatever zone the server has.
      options: `-c timezone=UTC${role === undefined ? '' : ` -c role=${role}`}`,
      // The owner may run long migrations; a request may not, nor keep its locks once its process is gone.
      ...(role !== undefined && {
        statement_timeout: 5000 * patience,
        query_timeout: 6000 * patience,
        idle_in_transaction_session_timeout: 60_000 * patience,
      }),
    });
    // A lost connection without a listener ends the process. The pool listens to idle connections; the client's own
    // listener covers those in use, such as between two statements of a transaction.
    const noteLoss = (error: Error) => log.warn({ err: error }, 'a database connection was lost');
    pool.on('error', noteLoss);
    pool.on('connect', (client) => client.on('error', noteLoss));
    pools.push({ role, pool });
    return pool;
  };
  const over = <Tables>(pool: PostgresPool) => guardedKysely<Tables>(new PostgresDialect({ pool }));
  /** A handle on one connection, which stays with its holder. */
  const overOne = <Tables>(client: pg.PoolClient) => {
    const lent = { query: client.query.bind(client), release: () => {} } as PostgresPoolClient;
    return over<Tables>({ connect: async () => lent, end: async () => {}, options: {} });
  };

  /**
   * A pool that checks each connection before its first use. Not by the pool's `verify`: it loses a connection whose
   * caller gave up waiting meanwhile.
   */
  const looking = <Tables>(
    pool: pg.Pool,
    look: (connection: Kysely<Tables>) => Promise<void>,
  ): PostgresPool => {
    const seen = new WeakSet<pg.PoolClient>();
    return {
      options: {},
      end: () => pool.end(),
      async connect() {
        const client = await pool.connect();
        if (seen.has(client)) return client;
        try {
          await look(overOne<Tables>(client));
        } catch (error) {
          client.release(true);
          throw error;
        }
        seen.add(client);
        return client;
      },
    };
  };

  const ownerPool = openPool(undefined, 2);
  return {
    kind: 'postgres',
    owner: over<unknown>(ownerPool),
    connect<Tables>(role: string, look?: (connection: Kysely<Tables>) => Promise<void>) {
      const pool = openPool(role, poolSize);
      return over<Tables>(look ? looking(pool, look) : pool);
    },
    listen(channel, ears) {
      stopListening.push(listenOn({ url, log }, channel, ears));
    },
    connections: () =>
      pools.map(({ role = 'owner', pool: { totalCount, idleCount, waitingCount } }) => ({
        role,
        open: totalCount,
        idle: idleCount,
        waiting: waitingCount,
      })),
    async ping() {
      // The pool drops a connection that does not answer, which would hold up every later ping and the end.
      const question: pg.QueryConfig & { query_timeout: number } = {
        text: `select current_setting('transaction_read_only') = 'off' as "mayWrite"`,
        query_timeout: PING_MS,
      };
      const client = await ownerPool.connect();
      let mayWrite = false;
      try {
        const { rows } = await client.query<{ mayWrite: boolean }>(question);
        mayWrite = rows[0]?.mayWrite === true;
      } finally {
        // Else it would be asked again for as long as it lives, and might lead to another server than new ones.
        client.release(!mayWrite);
      }
      if (!mayWrite) throw new Error('The database server is read-only');
    },
    async assertKept() {
      const lost = await Promise.all(
        pools.map(async ({ role, pool }) => (role === undefined ? [] : findLost(role, pool))),
      );
      const problems = new Set(lost.flat());
      if (problems.size > 0) throw new SettingsError([...problems]);
    },
    async close() {
      await Promise.all(stopListening.map((stop) => stop()));
      await Promise.all(pools.map(({ pool }) => pool.end()));
    },
  };
}

/** What of a service's start-up options did not arrive at the server, as sentences for an operator. */
async function findLost(role: string, pool: pg.Pool): Promise<string[]> {
  const { rows } = await pool.query<{ role: string; zone: string; unlimited: string[] }>(`
    select current_user as role, current_setting('timezone') as zone,
      array(select name from pg_settings where setting = '0'
        and name in ('statement_timeout', 'idle_in_transaction_session_timeout')) as unlimited`);
  const [found = { role: 'nobody', zone: '', unlimited: [] }] = rows;
  const lost = [
    ...(found.role === role ? [] : [`connections act as ${found.role} and not as ${role}`]),
    ...(found.zone === 'UTC' ? [] : ['connections have a timezone other than UTC']),
    ...found.unlimited.map((name) => `connections have no ${name}`),
  ];
  return lost.map(
    (what) =>
      `DATABASE_URL: ${what}, so something between drops start-up options, such as a pooler by ` +
      'ignore_startup_parameters: lead it to the server itself',
  );
}
