import {
  type CompiledQuery,
  type DatabaseConnection,
  type Dialect,
  type Driver,
  type Kysely,
  type KyselyConfig,
  PostgresDialect,
  type PostgresDialectConfig,
  PostgresDriver,
  Transaction,
  type TransactionSettings,
} from 'kysely';

const transactions = new WeakMap<
  DatabaseConnection,
  { commit: () => Promise<unknown>; isCommitted: boolean }
>();

/** `begin` is sent together with the first statement. */
class PipeliningDriver extends PostgresDriver {
  override async beginTransaction(
    connection: DatabaseConnection,
    settings: TransactionSettings,
  ): Promise<void> {
    const begun = super.beginTransaction(connection, settings);
    // If `begin` fails, the next statement fails for the same reason and reports it.
    begun.catch(() => {});
    let committed: Promise<unknown> | undefined;
    const open = {
      isCommitted: false,
      commit: () => {
        open.isCommitted = true;
        return (committed ??= Promise.all([begun, super.commitTransaction(connection)]));
      },
    };
    transactions.set(connection, open);
  }

  override async commitTransaction(connection: DatabaseConnection): Promise<void> {
    await transactions.get(connection)?.commit();
  }
}

export class PipeliningDialect extends PostgresDialect {
  readonly #config: PostgresDialectConfig;

  constructor(config: PostgresDialectConfig) {
    super(config);
    this.#config = config;
  }

  override createDriver(): PostgresDriver {
    return new PipeliningDriver(this.#config);
  }
}

const unused = {} as KyselyConfig & Driver & Dialect;

/**
 * Kysely waits for each statement of a transaction before it sends the next. Here, statements of one
 * `Promise.all` share a round trip: the server runs them in their order.
 */
export function pipelined<Tables, Result>(
  trx: Transaction<Tables>,
  work: (trx: Transaction<Tables>) => Promise<Result>,
): Promise<Result> {
  const own = trx.getExecutor();
  return own.provideConnection(async (connection) => {
    let failure: unknown;
    let hasEnded = false;
    const executor = own.withConnectionProvider({
      async provideConnection(use) {
        if (hasEnded || transactions.get(connection)?.isCommitted)
          throw new Error('A statement after the end of its transaction');
        return use(connection).catch((error: unknown) => {
          // After a statement fails, the server refuses all that was sent after it. So only the first error
          // gives the reason.
          failure ??= error;
          throw failure;
        });
      },
    });
    const props = { config: unused, driver: unused, dialect: unused, executor };
    return work(new Transaction<Tables>(props)).finally(() => (hasEnded = true));
  });
}

/** Sends `commit` together with the last statement. */
export async function executeWithCommit(
  trx: Pick<Kysely<unknown>, 'getExecutor'>,
  query: CompiledQuery,
): Promise<void> {
  await trx
    .getExecutor()
    .provideConnection((connection) =>
      Promise.all([connection.executeQuery(query), transactions.get(connection)?.commit()]),
    );
}
