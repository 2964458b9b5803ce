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

/** One kind of PostgreSQL under a process: the embedded one or a server. Opened once, closed last. */
export interface Engine {
  readonly kind: 'pglite' | 'postgres';
  /** The server's address, as whoever owns the database; the embedded engine has none. */
  readonly url: string | undefined;
  /** A handle with the rights to create and change tables; used by migrations only. */
  readonly owner: Kysely<unknown>;
  /**
   * A service's own handle. On a server it acts as the service's role, which sees one schema; `look` runs over each new
   * connection before anybody has it, and refuses it by throwing. The embedded engine's one connection is never new.
   */
  connect<Tables>(role: string, look?: (connection: Kysely<Tables>) => Promise<void>): Kysely<Tables>;
  /** Replicas that some reads may go to; absent where there are none. */
  readonly readers?: Readers;
  /** Hears what any process says on a channel (`pg_notify`), from now until the engine closes. */
  listen(channel: string, ears: Ears): void;
  /** What each role has of connections now; the embedded engine has none to wait for. */
  connections(): readonly { role: string; open: number; idle: number; waiting: number }[];
  /** Behind a pooler: where a service logs in as its role, without start-up options. */
  poolerAddress?(role: string): string;
  /** Throws SettingsError where connections of these roles do not come as they must: of the role, with its time-outs. */
  assertKept(roles: readonly string[]): Promise<void>;
  /** Answers within a second, and could write, or throws; what `/readyz` asks. */
  ping(): Promise<void>;
  close(): Promise<void>;
}

/** The databases of a process: one of all its services, or one of each. */
export interface Databases {
  /** The one that has a service's schema. */
  of(schema: string): Engine;
  /** Each once. */
  readonly all: readonly Engine[];
}

/** One database of all services. */
export const oneForAll = (engine: Engine): Databases => ({ of: () => engine, all: [engine] });

export interface Ears {
  onPayload(payload: string): void;
  /** Called at first and after each loss of the connection: what was said before or meanwhile is lost. */
  onListening(): void;
}

const openTransaction = new AsyncLocalStorage<true>();

/**
 * Throws inside a transaction. A call to another service, or a statement on another connection, would there wait for
 * the transaction that waits for it: on PGlite, which has one connection, for ever.
 */
export function refuseInsideTransaction(what: string): void {
  if (openTransaction.getStore())
    throw new Error(`${what} inside a transaction: use the transaction's own handle`);
}

const ATTEMPTS = 3;
export const isRetryable = (error: unknown) =>
  error instanceof Error && 'code' in error && (error.code === '40001' || error.code === '40P01');

/**
 * Runs the work in one transaction and gives its result once committed. A serialisation failure or a deadlock
 * (SQLSTATE 40001, 40P01) is tried again from the start, so the work must have no effect outside the transaction.
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

/** Runs the work in a transaction and rolls it back: what the work would answer or throw is known before it counts. */
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

/** Reads as of one instant (REPEATABLE READ): what is committed between the statements of the work is not seen by it. */
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
 * A handle that refuses a new connection inside a transaction, on either engine. The check comes before the dialect
 * takes its lock: on the embedded engine that lock is the transaction's own. `elsewhere` gives connections in place of the dialect's.
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

/**
 * For `column = anyOf(ids)`: a list of any length in one statement text, which a connection prepares once; `in (…)` is
 * another text for each length.
 */
export function anyOf(ids: readonly string[]): RawBuilder<string> {
  return sql<string>`any(${ids}::uuid[])`;
}

/** SQL, the instant by the database's clock, as exact as a Date keeps it. What nodes decide by time they decide by this one. */
export const clock = sql<Date>`date_trunc('milliseconds', clock_timestamp())`;

export async function readClock<Tables>(db: Kysely<Tables>): Promise<Date> {
  const { rows } = await sql<{ now: Date }>`select ${clock} as now`.execute(db);
  return rows[0]!.now;
}

/** Stands in a statement for a value that each call gives. */
class Given {
  readonly name: PropertyKey;
  readonly change: (value: unknown) => unknown;
  constructor(name: PropertyKey, change: (value: unknown) => unknown = (value) => value) {
    this.name = name;
    this.change = change;
  }
}

/** Changes a value of a statement now, or with each call where a call gives it (`ready`). */
export const changeGiven = (value: unknown, change: (value: unknown) => unknown): unknown =>
  value instanceof Given ? new Given(value.name, (given) => change(value.change(given))) : change(value);

const anyGiven = new Proxy({}, { get: (_, name) => new Given(name) });

/**
 * A statement whose text is built once and not with every call: building is up to a fifth of a hot request
 * (docs/bench.md). Only its values may depend on what is given: each is
 * read by its name and goes into the statement as it is.
 */
export function ready<Tables, Values extends object, Row>(
  build: (db: Kysely<Tables>, given: Values) => Compilable<Row>,
): (db: Kysely<Tables>, given: Values) => Promise<Row[]> {
  // What a plugin makes of a statement is its own: two handles may encrypt by different keys.
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
