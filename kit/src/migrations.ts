import { readFileSync, readdirSync } from 'node:fs';
import { setTimeout } from 'node:timers/promises';
import { type Kysely, type RawBuilder, sql } from 'kysely';
import { type MigrationResult, type MigrationResultSet, Migrator } from 'kysely/migration';
import { isRetryable } from './database.ts';

const ATTEMPTS = 5;
/** A migration waits only this long for a lock, because all later statements on the table wait behind it. */
const LOCK_TIMEOUT = '4s';
const LOCK_NOT_AVAILABLE = '55P03';
/** PostgreSQL's codes for a column, table, object or schema that does not exist. */
const MISSING_CODES: ReadonlySet<unknown> = new Set(['42703', '42P01', '42704', '3F000']);

const isWorthRetrying = (error: unknown) =>
  isRetryable(error) || (error instanceof Error && 'code' in error && error.code === LOCK_NOT_AVAILABLE);

/** Kysely lists the tables of all schemas. This fails if another node creates or drops one at that moment. */
const isSchemaChanging = (error: unknown) =>
  error instanceof Error && 'code' in error && MISSING_CODES.has(error.code);

const createMigrator = (owner: Kysely<unknown>, schema: string, folder: URL) =>
  new Migrator({
    db: owner,
    migrationTableSchema: schema,
    migrationTableName: 'migrations',
    migrationLockTableName: 'migration_lock',
    provider: { getMigrations: async () => readMigrations(folder) },
  });

export async function pendingMigrations(
  owner: Kysely<unknown>,
  schema: string,
  folder: URL,
): Promise<string[]> {
  await assertUpgradable(owner, schema, folder);
  const migrator = createMigrator(owner, schema, folder);
  for (let attempt = 1; ; attempt += 1) {
    try {
      const all = await migrator.getMigrations();
      return all.filter(({ executedAt }) => executedAt === undefined).map(({ name }) => name);
    } catch (error) {
      if (attempt === ATTEMPTS || !isSchemaChanging(error)) throw error;
      await setTimeout(attempt * 500);
    }
  }
}

/**
 * The baseline file replaced all earlier migrations, so a database that has run one of those cannot be
 * upgraded.
 */
async function assertUpgradable(owner: Kysely<unknown>, schema: string, folder: URL): Promise<void> {
  const [first] = listFiles(folder);
  if (first === undefined || !(await hasMigrations(owner, schema))) return;
  const isOlder = sql`exists (
    select from ${sql.table(`${schema}.migrations`)} where name collate "C" < ${migrationNumber(first)})`;
  if (await isTrue(owner, isOlder))
    throw new Error(
      'The database was made by a version before 0.1.0 and cannot be upgraded: start with an empty database ' +
        '(DATABASE_URL) or data folder (DATA_DIR); a backup from before 0.1.0 needs the version that made it.',
    );
}

/**
 * Migrations only go forward. A file that fails changes nothing. If a file waits too long for a table lock,
 * it stops and is tried again.
 */
export async function migrate(owner: Kysely<unknown>, schema: string, folder: URL): Promise<string[]> {
  const migrator = createMigrator(owner, schema, folder);
  const done: string[] = [];
  for (let attempt = 1; ;) {
    // After a release is rolled back, the schema is newer than the code. The product must still start.
    const pending = await pendingMigrations(owner, schema, folder);
    const alone = pending.findIndex((name) => isOutsideTransaction(readMigrationText(folder, name)));
    const [next, last] = [pending[0], pending.at(alone > 0 ? alone - 1 : -1)];
    if (next === undefined || last === undefined) return done;
    const { error, results = [] } =
      alone === 0
        ? await runOutsideTransaction(owner, { schema, name: next, text: readMigrationText(folder, next) })
        : await migrator.migrateTo(last);
    done.push(...migrationNames(results, 'Success'));
    if (error === undefined) continue;
    // The migration can deadlock with a node of the previous version, so it is tried again.
    const [failed] = migrationNames(results, 'Error');
    if (
      attempt === ATTEMPTS ||
      !(isWorthRetrying(error) || (failed === undefined && isSchemaChanging(error)))
    ) {
      const what =
        failed === undefined
          ? `The ${schema} schema cannot be made`
          : `The ${schema} migration ${failed} failed`;
      throw new Error(`${what}${remedyFor(error)}`, { cause: error });
    }
    await setTimeout(attempt * 500);
    attempt += 1;
  }
}

const migrationNames = (results: readonly MigrationResult[], which: MigrationResult['status']) =>
  results.filter(({ status }) => status === which).map(({ migrationName }) => migrationName);

/**
 * In a file with this first line, each statement commits alone. It is for changes of large tables. Each
 * statement must be safe to run twice, such as `create index concurrently if not exists`.
 */
const isOutsideTransaction = (text: string) => text.startsWith('-- outside a transaction');

const RETRY_LOCK_MS = 200;

async function runOutsideTransaction(
  owner: Kysely<unknown>,
  { schema, name, text }: { schema: string; name: string; text: string },
): Promise<MigrationResultSet> {
  const table = sql.table(`${schema}.migrations`);
  const result = { migrationName: name, direction: 'Up' } as const;
  return owner.connection().execute(async (db) => {
    const lock = sql`hashtext(${`${schema}.migrations`})`;
    // A concurrent index build waits for all running statements, also for one that waits for this lock, so
    // this loop polls.
    while (!(await isTrue(db, sql`pg_try_advisory_lock(${lock})`))) await setTimeout(RETRY_LOCK_MS);
    try {
      if (await isTrue(db, sql`exists (select from ${table} where name = ${name})`)) return { results: [] };
      for (const statement of splitStatements(text)) await runAlone(db, schema, statement);
      await sql`insert into ${table} (name, timestamp) values (${name}, ${new Date().toISOString()})`.execute(
        db,
      );
      return { results: [{ ...result, status: 'Success' }] };
    } catch (error) {
      return { error, results: [{ ...result, status: 'Error' }] };
    } finally {
      await sql`select pg_advisory_unlock(${lock})`.execute(db);
    }
  });
}

async function runAlone(db: Kysely<unknown>, schema: string, statement: string): Promise<void> {
  const [, index] = /^\s*create (?:unique )?index concurrently if not exists (\w+)/i.exec(statement) ?? [];
  // An interrupted index build leaves an invalid index, which is dropped before the next try.
  const isInvalid = sql`exists (
    select from pg_index where not indisvalid and indexrelid = to_regclass(${`${schema}.${index}`}))`;
  if (index !== undefined && (await isTrue(db, isInvalid)))
    await sql`drop index concurrently ${sql.table(`${schema}.${index}`)}`.execute(db);
  for (;;) {
    const { numAffectedRows = 0n } = await sql.raw(statement).execute(db);
    if (numAffectedRows === 0n) return;
  }
}

async function isTrue(db: Kysely<unknown>, condition: RawBuilder<unknown>): Promise<boolean> {
  const { rows } = await sql<{ isTrue: boolean }>`select ${condition} as "isTrue"`.execute(db);
  return rows[0]?.isTrue === true;
}

const INSUFFICIENT_PRIVILEGE = '42501';

const remedyFor = (error: unknown) =>
  error instanceof Error && 'code' in error && error.code === INSUFFICIENT_PRIVILEGE
    ? '. The user that migrates (DATABASE_URL) owns the tables and may create schemas and roles: ' +
      '`grant create on database …`, `alter role … createrole`. Where another installation of this server has made ' +
      'the roles: `grant identity_app, payment_app, project_app to … with admin option`'
    : '';

const listFiles = (folder: URL) =>
  readdirSync(folder)
    .filter((file) => /^\d{4}_[a-z0-9_]+\.sql$/.test(file))
    .sort();

const migrationNumber = (name: string | null | undefined) => name?.slice(0, 4) ?? 'none';

export const newestMigration = (folder: URL): string => migrationNumber(listFiles(folder).at(-1));

const hasMigrations = (owner: Kysely<unknown>, schema: string) =>
  isTrue(owner, sql`to_regclass(${`${schema}.migrations`}) is not null`);

export async function newestApplied(owner: Kysely<unknown>, schema: string): Promise<string> {
  if (!(await hasMigrations(owner, schema))) return migrationNumber(undefined);
  const { rows } = await sql<{
    name: string | null;
  }>`select max(name) as name from ${sql.table(`${schema}.migrations`)}`.execute(owner);
  return migrationNumber(rows[0]?.name);
}

export async function findNewerSchemas(
  owner: Kysely<unknown>,
  services: readonly { schema: string; migrations: URL }[],
): Promise<{ schema: string; known: string; applied: string }[]> {
  const found = await Promise.all(
    services.map(async ({ schema, migrations }) => ({
      schema,
      known: newestMigration(migrations),
      applied: await newestApplied(owner, schema),
    })),
  );
  return found.filter(({ known, applied }) => applied > known);
}

const readMigrationText = (folder: URL, name: string) => readFileSync(new URL(`${name}.sql`, folder), 'utf8');

const readMigrations = (folder: URL) =>
  Object.fromEntries(
    listFiles(folder).map((file) => {
      const name = file.slice(0, -'.sql'.length);
      const up = async (db: Kysely<unknown>) => {
        await sql`set local lock_timeout = ${sql.lit(LOCK_TIMEOUT)}`.execute(db);
        for (const statement of splitStatements(readMigrationText(folder, name)))
          await sql.raw(statement).execute(db);
      };
      return [name, { up }];
    }),
  );

/**
 * A statement ends with a semicolon at the end of a line, outside `$$ … $$`. The embedded engine runs only
 * one statement at a time.
 */
export function splitStatements(text: string): string[] {
  const statements: string[] = [];
  let lines: string[] = [];
  let isInBody = false;
  for (const line of text.split('\n')) {
    if (!isInBody && /^\s*(--.*)?$/.test(line)) continue;
    lines.push(line);
    if ((line.split('$$').length - 1) % 2 === 1) isInBody = !isInBody;
    if (!isInBody && /;\s*(--.*)?$/.test(line)) {
      statements.push(lines.join('\n'));
      lines = [];
    }
  }
  if (lines.length > 0) throw new Error(`A statement has no semicolon at its end: ${lines[0]}`);
  return statements;
}
