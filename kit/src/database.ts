import { AsyncLocalStorage } from 'node:async_hooks';
import type { Kysely, Transaction, Driver, Dialect } from 'kysely';

/** One kind of PostgreSQL under a process: the embedded one or a server. Opened once, closed last. */
export interface Engine {
  readonly kind: 'pglite' | 'postgres';
  /** A handle with the rights to create and change tables; used by migrations only. */
  readonly owner: Kysely<unknown>;
  /** A service's own handle. On a server it acts as the service's role, which sees one schema. */
  connect<Tables>(role: string): Kysely<Tables>;
  /** Answers within a second or throws; what `/readyz` asks. */
  ping(): Promise<void>;
  close(): Promise<void>;
}

const openTransaction = new AsyncLocalStorage<true>();

/**
 * Throws inside a transaction. A call to another service, or a statement on another connection, would there wait for
 * the transaction that waits for it: on PGlite, which has one connection, for ever.
 */
export function refuseInsideTransaction(what: string): void {
  if (openTransaction.getStore()) throw new Error(`${what} inside a transaction: use the transaction's own handle`);
}

const ATTEMPTS = 3;
const isRetryable = (error: unknown) =>
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

/** A dialect whose driver refuses a new connection inside a transaction, in tests on either engine alike. */
export function guarded(dialect: Dialect): Dialect {
  return {
    createAdapter: () => dialect.createAdapter(),
    createIntrospector: (db) => dialect.createIntrospector(db),
    createQueryCompiler: () => dialect.createQueryCompiler(),
    createDriver: () => guardedDriver(dialect.createDriver()),
  };
}

function guardedDriver(driver: Driver): Driver {
  return new Proxy(driver, {
    get(target, key) {
      const value: unknown = Reflect.get(target, key, target);
      if (typeof value !== 'function') return value;
      if (key !== 'acquireConnection') return value.bind(target);
      return (...args: unknown[]) => {
        refuseInsideTransaction('A statement on the outer handle');
        return value.apply(target, args);
      };
    },
  });
}
