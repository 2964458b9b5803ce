import { type ChildProcess, spawn } from 'node:child_process';
import { cp, mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import pg from 'pg';
import { CONTRACTS } from '@app/contracts/contracts.ts';
import { createDatabase, startPostgres } from './machine/postgres.ts';
import { startRelay } from './relay.ts';
import { IS_FULL } from './sizes.ts';
import type { GivenSettings } from './wide-limits.ts';

type OneProcess = 'one process, embedded database' | 'one process, PostgreSQL';
export type Layout = OneProcess | 'processes apart, PostgreSQL';

export interface Product {
  url: string;
  /** Set if the database is PostgreSQL. */
  databaseUrl?: string | undefined;
  /** Stops a single process before its end, and returns its data folder for a command. */
  stopForCommand?(): Promise<string>;
  stop(): Promise<void>;
}

/** One process has every backend and no pages. */
export const BACKENDS = CONTRACTS.map(({ name }) => name).join();

/** The demo's seconds are too few for a slow browser. */
const wide = { ATTENDANCE_UNDO_SECONDS: 600 };
/** Names the data folder of a product with demo data; a product of that layout gets a copy. */
const FILLED = {
  'one process, embedded database': 'FILLED_DATA',
  'one process, PostgreSQL': 'FILLED_BESIDE_POSTGRES',
} as const;
/** Names the database for the second of these folders, on the server of TEST_DATABASE_URL. */
const FILLED_DATABASE = 'FILLED_DATABASE';
/** A start that takes longer counts as hanging. */
const START_MS = 300_000;
/** Tests over HTTP do the same (vitest.config.ts). */
const LIGHT_PASSWORDS = IS_FULL ? [] : ['--import', new URL('light-argon2-hook.ts', import.meta.url).href];

/**
 * Runs the built product like a new user's `npm start`, or each service in a separate process. Relays keep
 * the ports, so that all addresses are known before anything starts.
 */
export async function startProduct(layout: Layout, settings: GivenSettings = {}): Promise<Product> {
  const folder = await mkdtemp(join(tmpdir(), 'product-'));
  const front = await startRelay();
  const url = `http://localhost:${front.port}`;
  const common = {
    DATA_DIR: folder,
    LOG_LEVEL: 'error',
    DEMO_DATA: 'full',
    PUBLIC_URL: url,
    ...wide,
    ...settings,
  };
  if (layout !== 'processes apart, PostgreSQL') {
    const filled = process.env[FILLED[layout]];
    if (filled !== undefined) await cp(filled, folder, { recursive: true });
    const database = layout === 'one process, PostgreSQL' ? await openDatabase() : undefined;
    const { child, port } = await startProcess({
      ...common,
      ...(database && { DATABASE_URL: database.url }),
    });
    front.leadTo(port);
    return {
      url,
      databaseUrl: database?.url,
      async stopForCommand() {
        await stopProcess(child);
        return folder;
      },
      async stop() {
        front.close();
        await stopProcess(child);
        await database?.drop();
        await rm(folder, { recursive: true, force: true });
      },
    };
  }

  const server = await startPostgres();
  const database = await createDatabase(server.url);
  const backends = await Promise.all(
    CONTRACTS.map(async ({ name }) => ({ name, relay: await startRelay() })),
  );
  const urls = backends.map(({ name, relay }) => [
    `${name.toUpperCase()}_URL`,
    `http://127.0.0.1:${relay.port}`,
  ]);
  const apart = { ...common, DATABASE_URL: database.url, ...Object.fromEntries(urls) };
  const parts = [...backends, { name: 'web', relay: front }];
  const children = await Promise.all(
    parts.map(async ({ name: SERVICES, relay }) => {
      const { child, port } = await startProcess({ ...apart, SERVICES });
      relay.leadTo(port);
      return child;
    }),
  );
  return {
    url,
    async stop() {
      for (const { relay } of parts) relay.close();
      await Promise.all(children.map(stopProcess));
      await database.drop();
      await server.stop();
      await rm(folder, { recursive: true, force: true });
    },
  };
}

/** Opens a database for one product: empty, or a copy of the one with demo data. */
async function openDatabase() {
  const server = await startPostgres();
  const template = process.env[FILLED_DATABASE];
  const { url, drop } = await createDatabase(server.url, template ? { template } : {});
  return {
    url,
    async drop() {
      await drop();
      await server.stop();
    },
  };
}

/**
 * Starts the product once: most of a first start creates the database and fills the demo. Later products of
 * this process and its children are copies, until the returned function is called.
 */
export async function fillDemo(layout: OneProcess): Promise<() => Promise<void>> {
  const folder = await mkdtemp(join(tmpdir(), 'filled-'));
  const server = layout === 'one process, PostgreSQL' ? await startPostgres() : undefined;
  const database = server && (await createDatabase(server.url));
  const { child } = await startProcess({
    DATA_DIR: folder,
    LOG_LEVEL: 'error',
    ...(database && { DATABASE_URL: database.url }),
  });
  await stopProcess(child);
  process.env[FILLED[layout]] = folder;
  if (server && database) {
    // A copy counts as a restored database: payments would wait for a check of forgotten orders.
    const client = new pg.Client({ connectionString: database.url });
    await client.connect();
    await client.query('delete from payment.opened');
    await client.end();
    process.env['TEST_DATABASE_URL'] = server.url;
    process.env[FILLED_DATABASE] = new URL(database.url).pathname.slice(1);
  }
  return async () => {
    await database?.drop();
    await server?.stop();
    await rm(folder, { recursive: true, force: true });
  };
}

/** Passes settings to a process: as its environment, and constants, which are not text, by an option. */
export function childProcessSettings(settings: GivenSettings): {
  options: string[];
  env: Record<string, string>;
} {
  const given = Object.entries(settings);
  const constants = JSON.stringify(
    Object.fromEntries(given.filter(([, value]) => typeof value !== 'string')),
  );
  const code = encodeURIComponent(`process.env = { ...process.env, ...${constants} }`);
  return {
    options: ['--import', `data:text/javascript,${code}`],
    env: Object.fromEntries(given.filter((one): one is [string, string] => typeof one[1] === 'string')),
  };
}

/**
 * Starts one process of the product on a free port and waits until it listens; its log goes to an open file.
 * Throws its output if it ends.
 */
export async function startProcess(
  settings: GivenSettings,
  log: 'ignore' | number = 'ignore',
): Promise<{ child: ChildProcess; port: number; url: string }> {
  const { options, env } = childProcessSettings(settings);
  const child = spawn(process.execPath, [...LIGHT_PASSWORDS, ...options, 'scripts/start.ts'], {
    env: {
      PATH: process.env['PATH'],
      HOME: process.env['HOME'],
      // These options select the language.
      NODE_OPTIONS: process.env['NODE_OPTIONS'],
      NODE_COMPILE_CACHE: process.env['NODE_COMPILE_CACHE'],
      PORT: '0',
      ...env,
    },
    stdio: ['ignore', log, 'pipe', 'ipc'],
  });
  let output = '';
  child.stderr?.on('data', (chunk: Buffer) => {
    output = (output + chunk.toString()).slice(-4000);
  });
  const hangs = setTimeout(() => child.kill('SIGKILL'), START_MS);
  const address = await new Promise<string>((resolve, reject) => {
    child.once('message', ({ listening }: { listening: string }) => resolve(listening));
    child.once('close', (code, signal) =>
      reject(new Error(`The process ended with ${code ?? signal}:\n${output}`)),
    );
  });
  clearTimeout(hangs);
  const port = Number(new URL(address).port);
  return { child, port, url: `http://127.0.0.1:${port}` };
}

export async function stopProcess(child: ChildProcess): Promise<void> {
  if (child.exitCode !== null || child.signalCode !== null) return;
  const ended = new Promise((resolve) => child.once('exit', resolve));
  child.kill('SIGTERM');
  await ended;
}
