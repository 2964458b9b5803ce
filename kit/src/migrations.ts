import { readdirSync } from 'node:fs';
import { readFile } from 'node:fs/promises';
import { setTimeout } from 'node:timers/promises';
import { type Kysely, sql } from 'kysely';
import { Migrator } from 'kysely/migration';
import { isRetryable } from './database.ts';

const ATTEMPTS = 5;
/** Everybody who comes after waits for a table that a migration waits for. */
const LOCK_TIMEOUT = '4s';
const LOCK_NOT_AVAILABLE = '55P03';

const isWorthRetrying = (error: unknown) =>
  isRetryable(error) || (error instanceof Error && 'code' in error && error.code === LOCK_NOT_AVAILABLE);

const createMigrator = (owner: Kysely<unknown>, schema: string, folder: URL) =>
  new Migrator({
    db: owner,
    migrationTableSchema: schema,
    migrationTableName: 'migrations',
    migrationLockTableName: 'migration_lock',
    provider: { getMigrations: () => readMigrations(folder) },
  });

/** The migrations of a schema that a database has not had yet; changes nothing. */
export async function pendingMigrations(
  owner: Kysely<unknown>,
  schema: string,
  folder: URL,
): Promise<string[]> {
  const all = await createMigrator(owner, schema, folder).getMigrations();
  return all.filter(({ executedAt }) => executedAt === undefined).map(({ name }) => name);
}

/**
 * Brings a schema up to date from its folder of `NNNN_name.sql` files, forward only. The migrator takes an advisory
 * lock, so that nodes that start together run each file once; a failed file leaves the schema as it was. Where it does not
 * get a table soon it lets everybody pass, and tries again.
 */
export async function migrate(owner: Kysely<unknown>, schema: string, folder: URL): Promise<string[]> {
  // A schema that is ahead of this process is no reason not to start, as when a release is taken back.
  if ((await pendingMigrations(owner, schema, folder)).length === 0) return [];
  const migrator = createMigrator(owner, schema, folder);
  for (let attempt = 1; ; attempt += 1) {
    const { error, results } = await migrator.migrateToLatest();
    if (error === undefined) return (results ?? []).map((result) => result.migrationName);
    // Nodes of the version before go on writing, and may hold one table while they wait for another.
    if (attempt < ATTEMPTS && isWorthRetrying(error)) {
      await setTimeout(attempt * 500);
      continue;
    }
    const failed = results?.find((result) => result.status === 'Error')?.migrationName;
    throw new Error(`The ${schema} migration ${failed ?? ''} failed${remedyFor(error)}`, { cause: error });
  }
}

const INSUFFICIENT_PRIVILEGE = '42501';

const remedyFor = (error: unknown) =>
  error instanceof Error && 'code' in error && error.code === INSUFFICIENT_PRIVILEGE
    ? '. Whoever migrates (DATABASE_URL) owns the tables and may create schemas and roles: ' +
      '`grant create on database …`, `alter role … createrole`'
    : '';

const listFiles = (folder: URL) =>
  readdirSync(folder)
    .filter((file) => /^\d{4}_[a-z0-9_]+\.sql$/.test(file))
    .sort();

const numberOf = (name: string | null | undefined) => name?.slice(0, 4) ?? 'none';

/** The number of the newest migration of a folder: which schema this code is written for. */
export const newestMigration = (folder: URL): string => numberOf(listFiles(folder).at(-1));

/** The number of the newest migration that a database has had of a schema. */
export async function newestApplied(owner: Kysely<unknown>, schema: string): Promise<string> {
  const table = `${schema}.migrations`;
  const found = await sql<{
    isThere: boolean;
  }>`select to_regclass(${table}) is not null as "isThere"`.execute(owner);
  if (!found.rows[0]?.isThere) return numberOf(undefined);
  const { rows } = await sql<{
    name: string | null;
  }>`select max(name) as name from ${sql.table(table)}`.execute(owner);
  return numberOf(rows[0]?.name);
}

async function readMigrations(folder: URL) {
  const files = listFiles(folder);
  const texts = await Promise.all(files.map((file) => readFile(new URL(file, folder), 'utf8')));
  return Object.fromEntries(
    files.map((file, index) => [
      file.slice(0, -'.sql'.length),
      {
        async up(db: Kysely<unknown>) {
          await sql`set local lock_timeout = ${sql.lit(LOCK_TIMEOUT)}`.execute(db);
          for (const statement of splitStatements(texts[index] ?? '')) await sql.raw(statement).execute(db);
        },
      },
    ]),
  );
}

/**
 * The statements of an SQL file: each ends with a semicolon at the end of a line, outside a `$$ … $$` body. The
 * embedded engine takes one statement at a time.
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
