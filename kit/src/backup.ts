import { spawn } from 'node:child_process';
import { randomUUID } from 'node:crypto';
import { once } from 'node:events';
import { existsSync } from 'node:fs';
import { access, mkdir, mkdtemp, readFile, rename, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { text } from 'node:stream/consumers';
import { promisify } from 'node:util';
import { gunzip } from 'node:zlib';
import { sql, type Kysely } from 'kysely';
import { type PgliteEngine, openPglite } from './pglite-engine.ts';
import type { Service } from './service.ts';
import type { Environment } from './settings.ts';

interface Server {
  url: string;
  environment: Environment;
}

type Owned = Pick<Service, 'schema' | 'role'>;

/** The backup is consistent, even while services run. */
export async function backUpPostgres(server: Server, file: string): Promise<void> {
  await run('pg_dump', server, ['--format=custom', `--file=${file}`]);
}

/**
 * Restores everything or nothing. Roles belong to the server and not to the database, so they are created
 * first. Default privileges name the old owner, so they are granted again to the owner on this server.
 */
export async function restorePostgres(
  { owner, services, ...server }: Server & { owner: Kysely<unknown>; services: readonly Owned[] },
  file: string,
): Promise<void> {
  await access(file);
  if (!(await isEmpty(owner)))
    throw new Error('The database is not empty: restore into a new one (createdb)');
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

async function isEmpty(owner: Kysely<unknown>): Promise<boolean> {
  const { rows } = await sql`
    select from pg_namespace where nspname not like 'pg_%' and nspname not in ('information_schema', 'public')`.execute(
    owner,
  );
  return rows.length === 0;
}

/** Checks the folder first, because opening an empty folder would create a database. */
export async function openForBackup(folder: string): Promise<PgliteEngine> {
  const engine = existsSync(join(folder, 'pglite')) ? await openPglite({ folder }) : undefined;
  if (engine && !(await isEmpty(engine.owner))) return engine;
  await engine?.close();
  throw new Error(`${folder} has no database: set DATA_DIR to the folder of one, or DATABASE_URL`);
}

/** No other process may use the folder during the backup. */
export async function backUpPglite({ pglite }: Pick<PgliteEngine, 'pglite'>, file: string): Promise<void> {
  const image = await pglite.dumpDataDir('gzip');
  await writeFile(file, image.stream(), { flag: 'wx' });
}

/** The folder gets its final name only when the restore is complete. */
export async function restorePglite(
  folder: string,
  file: string,
  finish: (engine: PgliteEngine) => Promise<void>,
): Promise<void> {
  const place = join(folder, 'pglite');
  if (existsSync(place))
    throw new Error(`${folder} has a database: empty it (npm run db:reset), or choose another folder`);
  const packed = await readFile(file);
  // If a file is cut off, the embedded database throws an error that cannot be caught.
  const image = await promisify(gunzip)(packed).catch((cause: unknown) => {
    throw new Error(`${file} is not a whole backup of an embedded database`, { cause });
  });
  await mkdir(folder, { recursive: true });
  const part = await mkdtemp(join(folder, 'restoring-'));
  try {
    const engine = await openPglite({ folder: part, template: new Blob([image]) });
    try {
      await finish(engine);
    } finally {
      await engine.close();
    }
    await rename(join(part, 'pglite'), place);
  } finally {
    await rm(part, { recursive: true });
  }
}

/** Other users of the machine can see a process's arguments, so the password is in the environment. */
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
  let output = '';
  child.stderr.on('data', (chunk: Buffer) => (output = (output + chunk.toString()).slice(-4000)));
  const [code] = (await once(child, 'close').catch((error: unknown) => {
    throw new Error(
      `${tool} is missing: install PostgreSQL's client programs, of the server's version or newer`,
      {
        cause: error,
      },
    );
  })) as [number | null];
  if (code !== 0) throw new Error(`${tool} failed. It says:\n${output}`);
  return printed;
}
