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
import type { Readers } from './readers.ts';

/** The embedded PostgreSQL or a server. */
export interface Engine {
  readonly kind: 'pglite' | 'postgres';
  /** Includes the owner's user; undefined for the embedded engine. */
  readonly url: string | undefined;
  /** Has the rights to change tables; for migrations. */
  readonly owner: Kysely<unknown>;
  /**
   * On a server, connects as the service's role, which sees one schema. `look` checks each new connection and
   * refuses it by throwing; the embedded engine never has a new one.
   */
  connect<Tables>(role: string, look?: (connection: Kysely<Tables>) => Promise<void>): Kysely<Tables>;
  readonly readers?: Readers;
  /** Receives `pg_notify` messages until the engine closes. */
  listen(channel: string, ears: Ears): void;
  /** Connections per role; empty for the embedded engine. */
  connections(): readonly { role: string; open: number; idle: number; waiting: number }[];
  /** The address where a service logs in as its role, without start-up options. */
  poolerAddress?(role: string): string;
  /** Throws SettingsError if connections of these roles lack the role or its time-outs. */
  assertKept(roles: readonly string[]): Promise<void>;
  /** Used by `/readyz`: throws unless the database answers within a second and accepts writes. */
  ping(): Promise<void>;
  close(): Promise<void>;
}

/** One database for all services, or one each. */
export interface Databases {
  of(schema: string): Engine;
  readonly all: readonly Engine[];
}

export const oneForAll = (engine: Engine): Databases => ({ of: () => engine, all: [engine] });

export interface Ears {
  onPayload(payload: string): void;
  /** Called at the start and after each reconnection, because messages in between are lost. */
  onListening(): void;
}

const openTransaction = new AsyncLocalStorage<true>();

/**
 * Inside a transaction, another service or connection could wait for this transaction itself; PGlite has only
 * one connection, so it would wait forever.
 */
export function refuseInsideTransaction(what: string): void {
  if (openTransaction.getStore())
    throw new Error(`${what} inside a transaction: use the transaction's own handle`);
}

const ATTEMPTS = 3;
export const isRetryable = (error: unknown) =>
  error instanceof Error && 'code' in error && (error.code === '40001' || error.code === '40P01');

/**
 * Retries serialisation failures and deadlocks (SQLSTATE 40001, 40P01), so `work` must have no effect outside
 * the transaction.
 */
export async function transaction<Tables, Result>(
  db: Kysely<Tables>,
  work: (trx: Transaction<Tables>) => Promise<Result>,
): Promise<Result> {
  refuseInsideTransaction('A second transaction');
  for (let attempt = 1; ; attempt += 1) {
    try {
      return await db.transaction().execute((trx) => openTransaction.run(true, () => work(trx)));
    } catch (error) {
      if (attempt === ATTEMPTS || !isRetryable(error)) throw error;
    }
  }
}

/** Rolls back, to learn the result or error of `work` without its effects. */
export async function rehearse<Tables, Result>(
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

/** Reads a consistent state (REPEATABLE READ). */
export function snapshot<Tables, Result>(
  db: Kysely<Tables>,
  work: (trx: Transaction<Tables>) => Promise<Result>,
): Promise<Result> {
  refuseInsideTransaction('A second transaction');
  return db
    .transaction()
    .setIsolationLevel('repeatable read')
    .setAccessMode('read only')
    .execute((trx) => openTransaction.run(true, () => work(trx)));
}

/**
 * Refuses a new connection inside a transaction. The check precedes the dialect's lock, which on the embedded
 * engine the transaction itself holds. `elsewhere` replaces the dialect's connections.
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

/** For `column = anyOf(ids)`: one prepared statement for any length, unlike `in (…)`. */
export function anyOf(ids: readonly string[]): RawBuilder<string> {
  return sql<string>`any(${ids}::uuid[])`;
}

/** The database's clock in milliseconds, by which all nodes decide. */
export const clock = sql<Date>`date_trunc('milliseconds', clock_timestamp())`;

export async function readClock<Tables>(db: Kysely<Tables>): Promise<Date> {
  const { rows } = await sql<{ now: Date }>`select ${clock} as now`.execute(db);
  return rows[0]!.now;
}

/** A placeholder for a value of each call. */
class Given {
  readonly name: PropertyKey;
  readonly change: (value: unknown) => unknown;
  constructor(name: PropertyKey, change: (value: unknown) => unknown = (value) => value) {
    this.name = name;
    this.change = change;
  }
}

/** Applies a change now, or at each call for a placeholder. */
export const changeGiven = (value: unknown, change: (value: unknown) => unknown): unknown =>
  value instanceof Given ? new Given(value.name, (given) => change(value.change(given))) : change(value);

const anyGiven = new Proxy({}, { get: (_, name) => new Given(name) });

/**
 * Builds the text of a statement once, because building is up to a fifth of a hot request (docs/bench.md).
 * Only values may depend on `given`.
 */
export function ready<Tables, Values extends object, Row>(
  build: (db: Kysely<Tables>, given: Values) => Compilable<Row>,
): (db: Kysely<Tables>, given: Values) => Promise<Row[]> {
  // Plugins change statements, for example with different encryption keys, so each has its own copy.
  const known = new WeakMap<object, CompiledQuery<Row>>();
  return async (db, given) => {
    const plugin = db.getExecutor().plugins.at(-1) ?? known;
    const built = known.get(plugin) ?? build(db, anyGiven as Values).compile();
    known.set(plugin, built);
    const parameters = built.parameters.map((value) =>
      value instanceof Given ? value.change(given[value.name as keyof Values]) : value,
    );
    const { rows } = await db.executeQuery<Row>({ ...built, parameters });
    return rows;
  };
}
