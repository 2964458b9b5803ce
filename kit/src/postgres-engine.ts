import { type Kysely, type PostgresPool, type PostgresPoolClient, PostgresDialect } from 'kysely';
import pg from 'pg';
import { type Engine, guardedKysely, type ChannelListener } from './database.ts';
import type { Log } from './log.ts';
import { ClosingClient, PreparingClient, closingPoolOptions, connectionOptions } from './postgres-client.ts';
import { classifyError } from './problem.ts';
import { type OpenPool, openReaders } from './readers.ts';
import { isLogInRefusal, connectionRemedy, untilAnswered } from './reach-server.ts';
import { SettingsError } from './settings.ts';
import { Socket } from 'node:net';
import { setTimeout as wait } from 'node:timers/promises';

const PAUSE_MS = 1000;
const CONNECT_TIMEOUT_MS = 3000;
/** Keep-alive detects connections that a router silently dropped. */
const KEEP_ALIVE_MS = 30_000;

/** Reconnects a second after each loss. Returns a function that stops it. */
function listenOnChannel(
  { url, log }: { url: string; log: Log },
  channel: string,
  ears: ChannelListener,
): () => Promise<void> {
  const stopping = new AbortController();
  const listening = (async () => {
    for (let isLost = false; !stopping.signal.aborted; isLost = true) {
      if (isLost) await wait(PAUSE_MS, undefined, { signal: stopping.signal }).catch(() => {});
      await listenUntilLost().catch((error: unknown) =>
        log.debug({ err: error }, 'the database cannot be listened to'),
      );
    }
  })();

  async function listenUntilLost(): Promise<void> {
    const socket = new Socket();
    const client = new pg.Client({
      stream: () => socket,
      connectionString: url,
      connectionTimeoutMillis: CONNECT_TIMEOUT_MS,
      keepAlive: true,
      keepAliveInitialDelayMillis: KEEP_ALIVE_MS,
    });
    const { promise: lost, resolve: end } = Promise.withResolvers<void>();
    client.on('error', (error) => log.warn({ err: error }, 'a database connection was lost'));
    client.once('end', end);
    client.on('notification', ({ payload = '' }) => ears.onPayload(payload));
    // A silent connection would never answer.
    const disconnect = () => {
      void client.end();
      socket.destroy();
    };
    stopping.signal.addEventListener('abort', disconnect, { once: true });
    try {
      await client.connect();
      await client.query(`listen ${client.escapeIdentifier(channel)}`);
      ears.onListening();
      await lost;
    } finally {
      stopping.signal.removeEventListener('abort', disconnect);
      disconnect();
    }
  }

  return async () => {
    stopping.abort();
    await listening;
  };
}

const INT8_OID = 20;
const DATE_OID = 1082;
/** The embedded engine also returns counts as numbers and days as text. */
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
  /** Services log in there as their role. */
  poolerUrl?: string | undefined;
  readerUrls?: readonly string[];
  namesStatements?: boolean;
  /** Per service and process. */
  poolSize: number;
  waitSeconds?: number;
  log: Log;
  /** Tests raise all time-outs on a busy machine. */
  patience?: number;
}

/** PostgreSQL 15 or newer. It connects at the first statement. */
export function openPostgres(settings: PostgresSettings): Engine {
  const {
    url,
    poolerUrl,
    readerUrls = [],
    namesStatements = true,
    poolSize,
    waitSeconds = 0,
    log,
    patience = 1,
  } = settings;
  const pools: { role: string | undefined; pool: pg.Pool }[] = [];
  const stopListening: (() => Promise<void>)[] = [];
  const poolerAddress = poolerUrl === undefined ? undefined : (role: string) => asUser(poolerUrl, role);

  const clientConfig = (role: string | undefined, address?: string) => ({
    connectionString: address ?? url,
    ...closingPoolOptions(namesStatements ? PreparingClient : ClosingClient),
    types,
    connectionTimeoutMillis: 3000 * patience,
    ...(address === undefined && { options: connectionOptions(role) }),
    // The owner may run long migrations. Others must not, nor keep locks after their process dies.
    ...(role !== undefined && { query_timeout: 6000 * patience }),
    ...(role !== undefined &&
      address === undefined && {
        statement_timeout: 5000 * patience,
        idle_in_transaction_session_timeout: 60_000 * patience,
      }),
  });
  const openPool = (
    role: string | undefined,
    max: number,
    address?: string,
    config: pg.PoolConfig = clientConfig(role, address),
  ): pg.Pool => {
    const pool = new pg.Pool({ ...config, max, idleTimeoutMillis: 30_000 });
    // An unhandled error would end the process. The pool covers idle connections, the client's listener those
    // in use.
    const logLostConnection = (error: Error) => log.warn({ err: error }, 'a database connection was lost');
    pool.on('error', logLostConnection);
    pool.on('connect', (client) => client.on('error', logLostConnection));
    pools.push({ role, pool });
    return pool;
  };
  const kyselyFor = <Tables>(pool: PostgresPool) => guardedKysely<Tables>(new PostgresDialect({ pool }));
  const overOne = <Tables>(client: pg.PoolClient) => {
    const lent = { query: client.query.bind(client), release: () => {} } as PostgresPoolClient;
    return kyselyFor<Tables>({ connect: async () => lent, end: async () => {}, options: {} });
  };

  /** The pool's `verify` would leak a connection whose caller stopped waiting. */
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
  const owner = kyselyFor<unknown>(ownerPool);
  /** A standby is read-only, so the check for writes is omitted. */
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
  const readers =
    readerUrls.length === 0 ? undefined : openReaders(readerUrls, { primaryUrl: url, open: openReader, log });
  /** `/readyz` asks the way that calls use, also through a pooler. */
  let askedPool = ownerPool;
  return {
    kind: 'postgres',
    url,
    owner,
    ...(readers && { readers }),
    ...(poolerAddress && { poolerAddress }),
    connect<Tables>(role: string, look?: (connection: Kysely<Tables>) => Promise<void>) {
      // A pooler may change the connection with each transaction, so a checked one must be direct.
      if (look) return kyselyFor<Tables>(looking(openPool(role, poolSize), look));
      const address = poolerAddress?.(role);
      if (address !== undefined && askedPool === ownerPool) askedPool = openPool(role, 1, address);
      return kyselyFor<Tables>(openPool(role, poolSize, address));
    },
    listen(channel, ears) {
      stopListening.push(listenOnChannel({ url, log }, channel, ears));
    },
    connections: () =>
      pools.map(({ role = 'owner', pool: { totalCount, idleCount, waitingCount } }) => ({
        role,
        open: totalCount,
        idle: idleCount,
        waiting: waitingCount,
      })),
    async ping() {
      // After a time-out the pool drops the connection, which would block later pings.
      const question: pg.QueryConfig & { query_timeout: number } = {
        text: `select current_setting('transaction_read_only') = 'off' as "mayWrite"`,
        query_timeout: PING_MS,
      };
      const client = await askedPool.connect();
      let mayWrite = false;
      try {
        const { rows } = await client.query<{ mayWrite: boolean }>(question);
        mayWrite = rows[0]?.mayWrite === true;
      } finally {
        // A read-only connection may lead to an old server.
        client.release(!mayWrite);
      }
      if (!mayWrite) throw new Error('The database server is read-only');
    },
    async assertKept(roles) {
      const problems = new Set<string>();
      for (const role of roles) {
        for (const address of new Set([poolerAddress?.(role), undefined])) {
          const isPooled = address !== undefined;
          const config = clientConfig(role, address);
          const lost = await untilAnswered({ waitSeconds, log }, async () => [
            ...(await findLost(role, config, isPooled)),
            ...(isPooled && namesStatements ? await findMixedUp(config) : []),
          ]).catch((error: unknown) => {
            if (isPooled && isLogInRefusal(error)) throw new SettingsError([noLogIn(role)], { cause: error });
            if (classifyError(error).code !== 'UNAVAILABLE') throw error;
            throw new SettingsError([connectionRemedy(error)], { cause: error });
          });
          for (const problem of lost) problems.add(problem);
        }
      }
      if (problems.size > 0) throw new SettingsError([...problems]);
    },
    async close() {
      await Promise.all([...stopListening.map((stop) => stop()), readers?.stop()]);
      await Promise.all(pools.map(({ pool }) => pool.end()));
    },
  };
}

function asUser(address: string, user: string): string {
  const own = new URL(address);
  // Socket addresses have no place for a user before the host.
  own.searchParams.set('user', user);
  return own.href;
}

/** Poolers forward no start-up options, so the role itself needs these. */
const ROLE_SETTINGS: Readonly<Record<string, string>> = {
  statement_timeout: '5s',
  idle_in_transaction_session_timeout: '60s',
  timezone: 'UTC',
};

const noLogIn = (role: string) =>
  `DATABASE_URL: nobody can log in there as ${role}: \`alter role ${role} login password '…'\`, and let the pooler know ` +
  'that user (docs/pooler.md)';

/** A pooler that mixes up named statements causes these errors. */
const STATEMENT_MIX_UP_CODES = new Set(['26000', '42P05']);

async function findMixedUp(config: pg.ClientConfig): Promise<string[]> {
  const clients = [new ClosingClient(config), new ClosingClient(config)];
  const statement = { name: 'kept_apart', text: 'select $1::int', values: [1] };
  try {
    for (const client of clients) {
      client.on('error', () => {});
      await client.connect();
    }
    for (const client of [...clients, ...clients]) await client.query(statement);
    return [];
  } catch (error) {
    if (!(error instanceof pg.DatabaseError && STATEMENT_MIX_UP_CODES.has(error.code ?? ''))) throw error;
    return [
      'DATABASE_STATEMENTS: the pooler mixes named statements up: set unnamed, or its max_prepared_statements (docs/pooler.md)',
    ];
  } finally {
    for (const client of clients) await client.end().catch(() => {});
  }
}

async function findLost(role: string, config: pg.ClientConfig, isPooled: boolean): Promise<string[]> {
  const client = new ClosingClient(config);
  client.on('error', () => {});
  let found: { role: string; zone: string; unlimited: string[] } | undefined;
  try {
    await client.connect();
    ({
      rows: [found],
    } = await client.query(`
      select current_user as role, current_setting('timezone') as zone,
        array(select name from pg_settings where setting = '0'
          and name in ('statement_timeout', 'idle_in_transaction_session_timeout')) as unlimited`));
  } finally {
    await client.end().catch(() => {});
  }
  if (!found) return [];
  const { unlimited } = found;
  const lacking = found.zone === 'UTC' ? unlimited : [...unlimited, 'timezone'];
  const wrongRole = found.role === role ? [] : [`connections act as ${found.role} and not as ${role}`];
  if (isPooled) {
    return [
      ...wrongRole.map((what) => `DATABASE_URL: ${what}: the pooler must log in as whoever asks it`),
      ...lacking.map(
        (name) =>
          `DATABASE_URL: connections of ${role} have no ${name}, which it must have by itself behind a pooler: ` +
          `\`alter role ${role} set ${name} = '${ROLE_SETTINGS[name]}'\``,
      ),
    ];
  }
  return [
    ...wrongRole,
    ...lacking.map((name) => `connections have no ${name}${name === 'timezone' ? ' UTC' : ''}`),
  ].map(
    (what) =>
      `DATABASE_URL: ${what}, so something between drops start-up options, such as a pooler by ` +
      'ignore_startup_parameters: lead it to the server itself, or set DATABASE_DIRECT_URL (docs/pooler.md)',
  );
}
