import { createHash } from 'node:crypto';
import type { Socket } from 'node:net';
import type { Kysely, PostgresPool, PostgresPoolClient } from 'kysely';
import { PostgresDialect } from 'kysely';
import pg from 'pg';
import type { Engine } from './database.ts';
import { guardedKysely } from './database.ts';
import type { Log } from './log.ts';
import { listenOn } from './postgres-listener.ts';

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

const NAMED_STATEMENTS = 500;
const names = new Map<string, string>();

function nameOf(text: string): string | undefined {
  const known = names.get(text);
  if (known !== undefined) return known;
  if (names.size === NAMED_STATEMENTS) return undefined;
  const name = createHash('sha256').update(text).digest('base64url').slice(0, 24);
  names.set(text, name);
  return name;
}

interface Statement {
  text?: string;
  name?: string;
  values?: unknown[];
}

/**
 * Prepares each parameterised statement once a connection: planning costs more than running the small ones. Ends a connection
 * on which an answer did not come in time: the pool would hand it out again, and after a failover none may ever come.
 */
class OwnClient extends pg.Client {
  // oxlint-disable-next-line typescript/no-explicit-any -- the signature of pg.Client.query
  override query(first: any, ...rest: any[]): any {
    const answer: unknown = this.#ask(first, ...rest);
    if (answer instanceof Promise) {
      answer.catch((error: unknown) => {
        if (error instanceof Error && error.message === 'Query read timeout') this.#end();
      });
    }
    return answer;
  }

  #end(): void {
    (this as unknown as { connection: { stream: Socket } }).connection.stream.destroy();
  }

  #ask(first: unknown, ...rest: unknown[]): unknown {
    const given = first as string | Statement;
    const values: unknown = typeof given === 'string' ? rest[0] : given.values;
    const text = typeof given === 'string' ? given : given.text;
    if (text !== undefined && Array.isArray(values) && values.length > 0) {
      const name = nameOf(text);
      if (name !== undefined) {
        return typeof given === 'string'
          ? super.query({ text, values, name } as never, ...(rest.slice(1) as []))
          : super.query({ ...given, name } as never, ...(rest as []));
      }
    }
    return super.query(first as never, ...(rest as []));
  }
}

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
  const pools: { role: string; pool: pg.Pool }[] = [];
  const stopListening: (() => Promise<void>)[] = [];

  const openPool = (role: string | undefined, max: number, verify?: pg.PoolConfig['verify']): pg.Pool => {
    const pool = new pg.Pool({
      connectionString: url,
      max,
      Client: OwnClient as unknown as new () => pg.ClientBase,
      types,
      connectionTimeoutMillis: 3000 * patience,
      idleTimeoutMillis: 30_000,
      verify,
      // Days are those of Ghana (GMT), whatever zone the server has.
      options: `-c timezone=UTC${role === undefined ? '' : ` -c role=${role}`}`,
      // The owner may run long migrations; a request may not, nor keep its locks once its process is gone.
      ...(role !== undefined && {
        statement_timeout: 5000 * patience,
        query_timeout: 6000 * patience,
        idle_in_transaction_session_timeout: 60_000 * patience,
      }),
    });
    // A lost connection without a listener ends the process: the pool listens to idle ones, the client's own listener
    // stands for those in use, such as between two statements of a transaction.
    const noteLoss = (error: Error) => log.warn({ err: error }, 'a database connection was lost');
    pool.on('error', noteLoss);
    pool.on('connect', (client) => client.on('error', noteLoss));
    pools.push({ role: role ?? 'owner', pool });
    return pool;
  };
  const over = <Tables>(pool: PostgresPool) => guardedKysely<Tables>(new PostgresDialect({ pool }));
  /** A handle on one connection, which stays with whoever has it. */
  const overOne = <Tables>(client: pg.PoolClient) => {
    const lent = { query: client.query.bind(client), release: () => {} } as PostgresPoolClient;
    return over<Tables>({ connect: async () => lent, end: async () => {}, options: {} });
  };

  const ownerPool = openPool(undefined, 2);
  return {
    kind: 'postgres',
    owner: over<unknown>(ownerPool),
    connect<Tables>(role: string, look?: (connection: Kysely<Tables>) => Promise<void>) {
      const verify: pg.PoolConfig['verify'] =
        look && ((client, done) => void look(overOne<Tables>(client)).then(() => done(), done));
      return over<Tables>(openPool(role, poolSize, verify));
    },
    listen(channel, ears) {
      stopListening.push(listenOn({ url, log }, channel, ears));
    },
    connections: () =>
      pools.map(({ role, pool: { totalCount, idleCount, waitingCount } }) => ({
        role,
        open: totalCount,
        idle: idleCount,
        waiting: waitingCount,
      })),
    async ping() {
      // The pool drops a connection that does not answer, which would hold up every later ping and the end.
      const question: pg.QueryConfig & { query_timeout: number } = {
        text: 'select 1',
        query_timeout: PING_MS,
      };
      await ownerPool.query(question);
    },
    async close() {
      await Promise.all(stopListening.map((stop) => stop()));
      await Promise.all(pools.map(({ pool }) => pool.end()));
    },
  };
}
