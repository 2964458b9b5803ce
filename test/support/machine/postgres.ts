import { randomBytes } from 'node:crypto';
import { chownSync, mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';
import pg from 'pg';
import { findSystemBinaries, packagedBinaries } from './postgres-binaries.ts';
import { isSharedFolder } from './memory.ts';
import { type Standby, accountForServer, startCluster, cleanUpAfterExit } from './postgres-cluster.ts';

export interface PostgresServer {
  /** The administrator's address of the server, for `createDatabase`. */
  url: string;
  /** The fastest address from this machine: the socket of our own server, if it has one. */
  socketUrl: string;
  /** The origin: TEST_DATABASE_URL, binaries of this machine, or the npm package. */
  kind: 'reachable' | 'system' | 'packaged';
  /** The server's own log; absent for a given server. */
  logFile?: string;
  stop(): Promise<void>;
  /** Crashes the server and starts it again at the same address; absent for a given server. */
  restart?(): Promise<void>;
  /** Restarts with a standby that streams through this port of 127.0.0.1; absent for a given server. */
  startStandby?(streamsBy: number): Promise<Standby>;
  /** Crashes the server; absent for a given server. */
  crash?(): Promise<void>;
}

const IN_USE = '55006';
const LONGEST_USE_MS = 60_000;

async function connect(url: string): Promise<pg.Client> {
  const client = new pg.Client({ connectionString: url, connectionTimeoutMillis: 10_000 });
  // A stopped server closes the connection; the next statement then fails.
  client.on('error', () => {});
  await client.connect();
  return client;
}

/** Checks that the given server responds and allows creating databases. Throws with the remedy. */
async function openGivenServer(url: string): Promise<PostgresServer> {
  const remedy = 'Correct it, or unset it: then the tests start a PostgreSQL of their own.';
  let mayCreate: boolean;
  try {
    const client = await connect(url);
    const { rows } = await client.query<{ may: boolean }>(
      'select rolsuper as may from pg_roles where rolname = current_user',
    );
    mayCreate = rows[0]?.may === true;
    await client.end();
  } catch (error) {
    // The address may contain a password, so the message has only the reason.
    const reason = error instanceof Error ? error.message || ('code' in error ? String(error.code) : '') : '';
    throw new Error(`TEST_DATABASE_URL names a PostgreSQL that does not answer (${reason}). ${remedy}`, {
      cause: error,
    });
  }
  if (mayCreate) return { url, socketUrl: url, kind: 'reachable', stop: async () => {} };
  throw new Error(
    `TEST_DATABASE_URL names a user who is no superuser: tests create databases and empty them. ${remedy}`,
  );
}

/**
 * Starts a PostgreSQL for tests: TEST_DATABASE_URL, else a temporary one from this machine's binaries, else
 * from npm (always with `packaged`). It uses fsync if `isDurable`, and ends with this process. Throws with
 * the remedy.
 */
export async function startPostgres({ packaged = false, isDurable = false } = {}): Promise<PostgresServer> {
  const given = process.env['TEST_DATABASE_URL'];
  if (given && !packaged) return openGivenServer(given);
  const as = accountForServer();
  // TMPDIR may belong to root only.
  const folder = as.uid === undefined || isSharedFolder(tmpdir()) ? tmpdir() : '/tmp';
  const dir = mkdtempSync(join(folder, 'postgres-test-'));
  if (as.uid !== undefined && as.gid !== undefined) chownSync(dir, as.uid, as.gid);
  const release = cleanUpAfterExit(dir);
  const cleanUp = () => {
    rmSync(dir, { recursive: true, force: true, maxRetries: 5 });
    release();
  };
  try {
    const system = packaged ? undefined : findSystemBinaries(as);
    const bin = system ?? (await packagedBinaries(as, dir));
    const { stop, ...cluster } = await startCluster(bin, dir, as, isDurable);
    const stopAll = () => stop().finally(cleanUp);
    return {
      ...cluster,
      crash: stop,
      stop: stopAll,
      logFile: join(dir, 'log'),
      kind: system ? 'system' : 'packaged',
    };
  } catch (error) {
    cleanUp();
    throw error;
  }
}

/** Older servers can copy only files, not through the write-ahead log. */
const COPIES_BY_LOG_SINCE = 150_000;

/**
 * Creates a database on that server, empty or a copy of `template`; `drop` removes it and ends its
 * connections.
 */
export async function createDatabase(
  url: string,
  { name = `test_${randomBytes(6).toString('hex')}`, template }: { name?: string; template?: string } = {},
): Promise<{ url: string; drop(): Promise<void> }> {
  const quoted = pg.escapeIdentifier(name);
  const client = await connect(url);
  try {
    const { rows } = await client.query<{ version: number }>(
      `select current_setting('server_version_num')::int as version`,
    );
    const strategy = (rows[0]?.version ?? 0) >= COPIES_BY_LOG_SINCE ? ' strategy file_copy' : '';
    const copied = template === undefined ? '' : ` template ${pg.escapeIdentifier(template)}`;
    // A template with a connection cannot be copied; a closed connection still counts for a moment.
    for (const end = Date.now() + LONGEST_USE_MS; ;) {
      try {
        await client.query(`create database ${quoted}${copied}${strategy}`);
        break;
      } catch (error) {
        if (!(error instanceof pg.DatabaseError) || error.code !== IN_USE || Date.now() > end) throw error;
        await pause(200);
      }
    }
  } finally {
    await client.end();
  }
  const own = new URL(url);
  own.pathname = `/${encodeURIComponent(name)}`;
  return {
    url: own.href,
    async drop() {
      const dropper = await connect(url);
      try {
        await dropper.query(`drop database if exists ${quoted} with (force)`);
      } finally {
        await dropper.end();
      }
    },
  };
}

/** Removes the databases with this prefix, which ended processes left behind. */
export async function dropDatabases(url: string, prefix: string): Promise<void> {
  const client = await connect(url);
  try {
    const { rows } = await client.query<{ name: string }>(
      'select datname as name from pg_database where starts_with(datname, $1)',
      [prefix],
    );
    for (const { name } of rows) {
      await client.query(`drop database if exists ${pg.escapeIdentifier(name)} with (force)`);
    }
  } finally {
    await client.end();
  }
}
