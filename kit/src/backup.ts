import { spawn } from 'node:child_process';
import { randomUUID } from 'node:crypto';
import { once } from 'node:events';
import { openAsBlob } from 'node:fs';
import { access, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { text } from 'node:stream/consumers';
import { sql } from 'kysely';
import type { Kysely } from 'kysely';
import type { PgliteEngine } from './pglite-engine.ts';
import { openPglite } from './pglite-engine.ts';
import type { Environment, Service } from './service.ts';

/** A database of a server, and the environment in which PostgreSQL's own tools are found. */
interface Server {
  url: string;
  environment: Environment;
}

/** What of a database belongs to a service. */
type Owned = Pick<Service, 'schema' | 'role'>;

/** Writes all of a server's database into a file, as it is at one moment, while services go on. */
export async function backUpPostgres(server: Server, file: string): Promise<void> {
  await run('pg_dump', server, ['--format=custom', `--file=${file}`]);
}

/**
 * Fills an empty database of a server from such a file, all of it or nothing. Roles belong to a server and not to a database, so those
 * that the tables are granted to are created first. Default privileges are those of an owner by name, who may be another
 * here, so they are given anew.
 */
export async function restorePostgres(
  { owner, services, ...server }: Server & { owner: Kysely<unknown>; services: readonly Owned[] },
  file: string,
): Promise<void> {
  await access(file);
  const { rows } = await sql`
    select from pg_namespace where nspname not like 'pg_%' and nspname not in ('information_schema', 'public')`.execute(
    owner,
  );
  if (rows.length > 0) throw new Error('The database is not empty: restore into a new one (createdb)');
  for (const { role } of services) {
    const found = await sql`select from pg_roles where rolname = ${role}`.execute(owner);
    if (found.rows.length === 0) await sql`create role ${sql.id(role)} nologin`.execute(owner);
    await sql`grant ${sql.id(role)} to current_user`.execute(owner);
  }
  const list = join(tmpdir(), `restored-${randomUUID()}`);
  const contents = await run('pg_restore', server, ['--list', file]);
  await writeFile(list, contents.replaceAll(/^.* DEFAULT ACL .*$/gm, ''));
  try {
    await run('pg_restore', server, ['--single-transaction', '--no-owner', `--use-list=${list}`, file]);
  } finally {
    await rm(list);
  }
  for (const { schema, role } of services) {
    await sql`
      alter default privileges in schema ${sql.id(schema)}
      grant select, insert, update, delete on tables to ${sql.id(role)}`.execute(owner);
  }
}

/** Writes all of the embedded database into a file; its folder must not be in use. */
export async function backUpPglite({ pglite }: Pick<PgliteEngine, 'pglite'>, file: string): Promise<void> {
  const image = await pglite.dumpDataDir('gzip');
  await writeFile(file, image.stream(), { flag: 'wx' });
}

/** Opens an embedded database in a folder that has none, filled from such a file. */
export async function restorePglite(folder: string, file: string): Promise<PgliteEngine> {
  const isThere = await access(join(folder, 'pglite')).then(
    () => true,
    () => false,
  );
  if (isThere)
    throw new Error(`${folder} has a database: empty it (npm run db:reset), or choose another folder`);
  return openPglite({ folder, template: await openAsBlob(file, { type: 'application/x-gzip' }) });
}

/** Runs a tool of PostgreSQL's own and gives what it prints. The password goes by its environment: everybody on a machine sees what a program is given. */
async function run(
  tool: 'pg_dump' | 'pg_restore',
  { url, environment }: Server,
  given: readonly string[],
): Promise<string> {
  const place = new URL(url);
  const PGPASSWORD = decodeURIComponent(place.password);
  place.password = '';
  const child = spawn(tool, [`--dbname=${place.href}`, ...given], {
    env: { ...environment, ...(PGPASSWORD !== '' && { PGPASSWORD }) },
    stdio: ['ignore', 'pipe', 'pipe'],
  });
  const printed = text(child.stdout);
  let said = '';
  child.stderr.on('data', (chunk: Buffer) => (said = (said + chunk.toString()).slice(-4000)));
  const [code] = (await once(child, 'close').catch((error: unknown) => {
    throw new Error(
      `${tool} is not here: install PostgreSQL's client programs, of the server's version or newer`,
      {
        cause: error,
      },
    );
  })) as [number | null];
  if (code !== 0) throw new Error(`${tool} failed. It says:\n${said}`);
  return printed;
}
