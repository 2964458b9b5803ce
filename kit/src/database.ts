import { AsyncLocalStorage } from 'node:async_hooks';
import {
  type ConnectionProvider,
  type Dialect,
  type Transaction,
  Kysely,
  type RawBuilder,
  sql,
  type Compilable,
  type CompiledQuery,
} from 'kysely';
import { pipelined } from './pipelining.ts';

export interface Readers {
  /**
   * The client reads from replicas, except for jobs, for people who have just written something, and if no
   * replica is current and working.
   */
  beside<Tables>(role: string, primary: Kysely<Tables>): Kysely<Tables>;
  /** Resolves when every read sees all that was committed before this call. This takes some seconds. */
  untilFresh(): Promise<void>;
  stop(): Promise<void>;
}

export interface Engine {
  readonly kind: 'pglite' | 'postgres';
  /** The connection URL of the owner; undefined for the embedded engine. */
  readonly url: string | undefined;
  readonly owner: Kysely<unknown>;
  /**
   * On a server, the connection acts as the service's role, which sees one schema. `look` checks each new
   * connection and throws to refuse it. The embedded engine opens no connections and never calls `look`.
   */
  connect<Tables>(role: string, look?: (connection: Kysely<Tables>) => Promise<void>): Kysely<Tables>;
  readonly readers?: Readers;
  listen(channel: string, ears: ChannelListener): void;
  /** The embedded engine has no pools. */
  connections(): readonly { role: string; open: number; idle: number; waiting: number }[];
  /** The address at which services log in to the pooler as their role, without start-up options. */
  poolerAddress?(role: string): string;
  /** Throws SettingsError if connections lose their role or their time-outs. */
  assertKept(roles: readonly string[]): Promise<void>;
  /** Throws unless the database answers within a second and accepts writes. */
  ping(): Promise<void>;
  close(): Promise<void>;
}

export interface Databases {
  of(schema: string): Engine;
  readonly all: readonly Engine[];
}

export const oneForAll = (engine: Engine): Databases => ({ of: () => engine, all: [engine] });

export interface ChannelListener {
  onPayload(payload: string): void;
  /** Messages that were sent before this call are lost. */
  onListening(): void;
}

const openTransaction = new AsyncLocalStorage<true>();

/**
 * Refuses work on a second connection inside a transaction. It could wait for a lock of this transaction; on
 * PGlite, which has one connection, it would wait forever.
 */
export function refuseInsideTransaction(what: string): void {
  if (openTransaction.getStore())
    throw new Error(`${what} inside a transaction: use the transaction's own handle`);
}

const ATTEMPTS = 3;
export const isRetryable = (error: unknown) =>
  error instanceof Error && 'code' in error && (error.code === '40001' || error.code === '40P01');

/**
 * Repeats `work` after a serialisation failure or a deadlock (SQLSTATE 40001, 40P01), so `work` must have no
 * effect outside the transaction.
 */
export async function transaction<Tables, Result>(
  db: Kysely<Tables>,
  work: (trx: Transaction<Tables>) => Promise<Result>,
): Promise<Result> {
  refuseInsideTransaction('A second transaction');
  for (let attempt = 1; ; attempt += 1) {
    try {
      return await db.transaction().execute((trx) => openTransaction.run(true, () => pipelined(trx, work)));
    } catch (error) {
      if (attempt === ATTEMPTS || !isRetryable(error)) throw error;
    }
  }
}

export async function dryRun<Tables, Result>(
  db: Kysely<Tables>,
  work: (trx: Transaction<Tables>) => Promise<Result>,
): Promise<Result> {
  const rollback = new Error('Only a rehearsal');
  let result: { value: Result } | undefined;
  try {
    await transaction(db, async (trx) => {
      result = { value: await work(trx) };
      throw rollback;
    });
  } catch (error) {
    if (error !== rollback) throw error;
  }
  if (!result) throw new Error('A rehearsal that did not throw has a result');
  return result.value;
}

/** All statements of `work` see the same state of the database (REPEATABLE READ). */
export function readSnapshot<Tables, Result>(
  db: Kysely<Tables>,
  work: (trx: Transaction<Tables>) => Promise<Result>,
): Promise<Result> {
  refuseInsideTransaction('A second transaction');
  return db
    .transaction()
    .setIsolationLevel('repeatable read')
    .setAccessMode('read only')
    .execute((trx) => openTransaction.run(true, () => pipelined(trx, work)));
}

/**
 * Refuses a new connection inside a transaction. On the embedded engine, it would wait for a lock that the
 * transaction itself has. `elsewhere` replaces the dialect's connections.
 */
export function guardedKysely<Tables>(dialect: Dialect, elsewhere?: ConnectionProvider): Kysely<Tables> {
  const driver = dialect.createDriver();
  const executor = new Kysely<Tables>({
    dialect: {
      createDriver: () => driver,
      createAdapter: () => dialect.createAdapter(),
      createQueryCompiler: () => dialect.createQueryCompiler(),
      createIntrospector: (db) => dialect.createIntrospector(db),
    },
  }).getExecutor();
  const guarded = executor.withConnectionProvider({
    async provideConnection(consumer, options) {
      refuseInsideTransaction('A statement on the outer handle');
      return (elsewhere ?? executor).provideConnection(consumer, options);
    },
  });
  return new Kysely<Tables>({ config: { dialect }, dialect, driver, executor: guarded });
}

/** With `column = anyOfIds(ids)` lists of any length share one prepared statement, unlike with `in (…)`. */
export function anyOfIds(ids: readonly string[]): RawBuilder<string> {
  return sql<string>`any(${ids}::uuid[])`;
}

/** All nodes use the database's clock, cut to the precision of a JavaScript Date. */
export const databaseNow = sql<Date>`date_trunc('milliseconds', clock_timestamp())`;

export async function readClock<Tables>(db: Kysely<Tables>): Promise<Date> {
  const { rows } = await sql<{ now: Date }>`select ${databaseNow} as now`.execute(db);
  return rows[0]!.now;
}

class Placeholder {
  readonly name: PropertyKey;
  readonly change: (value: unknown) => unknown;
  constructor(name: PropertyKey, change: (value: unknown) => unknown = (value) => value) {
    this.name = name;
    this.change = change;
  }
}

export const changeGiven = (value: unknown, change: (value: unknown) => unknown): unknown =>
  value instanceof Placeholder
    ? new Placeholder(value.name, (given) => change(value.change(given)))
    : change(value);

const anyGiven = new Proxy({}, { get: (_, name) => new Placeholder(name) });

/**
 * Building a statement takes up to a fifth of the time of a frequent request (docs/bench.md), so it is built
 * once. Only the values of the statement may depend on `given`.
 */
export function prepareQuery<Tables, Values extends object, Row>(
  build: (db: Kysely<Tables>, given: Values) => Compilable<Row>,
): (db: Kysely<Tables>, given: Values) => Promise<Row[]> {
  // Plugins change statements, for example with other encryption keys.
  const known = new WeakMap<object, CompiledQuery<Row>>();
  return async (db, given) => {
    const plugin = db.getExecutor().plugins.at(-1) ?? known;
    const built = known.get(plugin) ?? build(db, anyGiven as Values).compile();
    known.set(plugin, built);
    const parameters = built.parameters.map((value) =>
      value instanceof Placeholder ? value.change(given[value.name as keyof Values]) : value,
    );
    const { rows } = await db.executeQuery<Row>({ ...built, parameters });
    return rows;
  };
}
