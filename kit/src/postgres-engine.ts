import type { Kysely, PostgresPool, PostgresPoolClient } from 'kysely';
import pg from 'pg';
import { MINUTE_MS } from '@app/contracts/durations.ts';
import { assertOptionsKept } from './connection-check.ts';
import { type Engine, guardedKysely } from './database.ts';
import type { Log } from './log.ts';
import { PipeliningDialect } from './pipelining.ts';
import { ClosingClient, PreparingClient, closingPoolOptions, connectionOptions } from './postgres-client.ts';
import { listenOnChannel } from './postgres-listener.ts';
import { type OpenPool, openReaders } from './readers.ts';

const INT8_OID = 20;
const DATE_OID = 1082;
/** Counts are returned as numbers and days as text, as on the embedded engine. */
const types: pg.CustomTypesConfig = {
  getTypeParser: ((oid: number, format?: 'text') => {
    if (oid === INT8_OID) return Number;
    if (oid === DATE_OID) return String;
    return pg.types.getTypeParser(oid, format);
  }) as typeof pg.types.getTypeParser,
};

const PING_MS = 1000;

export interface PostgresSettings {
  url: string;
  poolerUrl?: string | undefined;
  readerUrls?: readonly string[];
  namesStatements?: boolean;
  /** Number of connections per service and process. */
  poolSize: number;
  waitSeconds?: number;
  log: Log;
  /** A factor for the time-outs, which tests raise on a busy machine. */
  patience?: number;
}

const kyselyFor = <Tables>(pool: PostgresPool) => guardedKysely<Tables>(new PipeliningDialect({ pool }));
const overOne = <Tables>(client: pg.PoolClient) => {
  const lent = { query: client.query.bind(client), release: () => {} } as PostgresPoolClient;
  return kyselyFor<Tables>({ connect: async () => lent, end: async () => {}, options: {} });
};

/** Replaces the pool's option `verify`, which loses a connection if its caller stops waiting. */
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

async function assertWritable(pool: pg.Pool): Promise<void> {
  // After a time-out the pool drops the connection, because it would block later checks.
  const question: pg.QueryConfig & { query_timeout: number } = {
    text: `select current_setting('transaction_read_only') = 'off' as "mayWrite"`,
    query_timeout: PING_MS,
  };
  const client = await pool.connect();
  let mayWrite = false;
  try {
    const { rows } = await client.query<{ mayWrite: boolean }>(question);
    mayWrite = rows[0]?.mayWrite === true;
  } finally {
    // A read-only connection may lead to a former primary, so it is closed.
    client.release(!mayWrite);
  }
  if (!mayWrite) throw new Error('The database server is read-only');
}

function asUser(address: string, user: string): string {
  const own = new URL(address);
  // The URL of a Unix socket has no place for a user, so the user is passed as a parameter.
  own.searchParams.set('user', user);
  return own.href;
}

function createPools({ url, namesStatements = true, poolSize, log, patience = 1 }: PostgresSettings) {
  const pools: { role: string | undefined; pool: pg.Pool }[] = [];

  const clientConfig = (role: string | undefined, address?: string) => ({
    connectionString: address ?? url,
    ...closingPoolOptions(namesStatements ? PreparingClient : ClosingClient),
    pipeline: true,
    types,
    connectionTimeoutMillis: 3000 * patience,
    ...(address === undefined && { options: connectionOptions(role) }),
    // Migrations of the owner may run long. A statement of a service must end, so that no lock stays after
    // its process has died.
    ...(role !== undefined && { query_timeout: 6000 * patience }),
    ...(role !== undefined &&
      address === undefined && {
        statement_timeout: 5000 * patience,
        idle_in_transaction_session_timeout: MINUTE_MS * patience,
      }),
  });
  const openPool = (
    role: string | undefined,
    max: number,
    address?: string,
    config: pg.PoolConfig = clientConfig(role, address),
  ): pg.Pool => {
    const pool = new pg.Pool({ ...config, max, idleTimeoutMillis: 30_000 });
    // Without this handler, an error of an idle connection would end the process.
    const logLostConnection = (error: Error) => log.warn({ err: error }, 'a database connection was lost');
    pool.on('error', logLostConnection);
    pool.on('connect', (client) => client.on('error', logLostConnection));
    pools.push({ role, pool });
    return pool;
  };
  /** A standby accepts no writes, so its connections are not checked for writing. */
  const openReader: OpenPool = (address, role) => {
    const { verify: _, ...config } = clientConfig(role);
    const times = role === undefined ? { query_timeout: PING_MS * patience } : {};
    const name = `${role ?? 'owner'} of a replica`;
    return openPool(name, role === undefined ? 1 : poolSize, undefined, {
      ...config,
      ...times,
      connectionString: address,
    });
  };
  return {
    clientConfig,
    openPool,
    openReader,
    connections: () =>
      pools.map(({ role = 'owner', pool: { totalCount, idleCount, waitingCount } }) => ({
        role,
        open: totalCount,
        idle: idleCount,
        waiting: waitingCount,
      })),
    async endPools() {
      await Promise.all(pools.map(({ pool }) => pool.end()));
    },
  };
}

/** Opens PostgreSQL 15 or newer; the first statement connects. */
export function openPostgres(settings: PostgresSettings): Engine {
  const {
    url,
    poolerUrl,
    readerUrls = [],
    namesStatements = true,
    poolSize,
    waitSeconds = 0,
    log,
  } = settings;
  const { clientConfig, openPool, openReader, connections, endPools } = createPools(settings);
  const stopListening: (() => Promise<void>)[] = [];
  const poolerAddress = poolerUrl === undefined ? undefined : (role: string) => asUser(poolerUrl, role);

  const ownerPool = openPool(undefined, 2);
  const owner = kyselyFor<unknown>(ownerPool);
  const readers =
    readerUrls.length === 0 ? undefined : openReaders(readerUrls, { primaryUrl: url, open: openReader, log });
  /** The check of `/readyz` goes through the pooler, as calls do. */
  let askedPool = ownerPool;
  return {
    kind: 'postgres',
    url,
    owner,
    ...(readers && { readers }),
    ...(poolerAddress && { poolerAddress }),
    connect<Tables>(role: string, look?: (connection: Kysely<Tables>) => Promise<void>) {
      // A pooler may change the connection after each transaction, so a checked connection goes directly to
      // the server.
      if (look) return kyselyFor<Tables>(looking(openPool(role, poolSize), look));
      const address = poolerAddress?.(role);
      if (address !== undefined && askedPool === ownerPool) askedPool = openPool(role, 1, address);
      return kyselyFor<Tables>(openPool(role, poolSize, address));
    },
    listen(channel, ears) {
      stopListening.push(listenOnChannel({ url, log }, channel, ears));
    },
    connections,
    ping: () => assertWritable(askedPool),
    assertKept: (roles) =>
      assertOptionsKept(roles, { waitSeconds, namesStatements, poolerAddress, clientConfig, log }),
    async close() {
      await Promise.all([...stopListening.map((stop) => stop()), readers?.stop()]);
      await endPools();
    },
  };
}
