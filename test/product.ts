import type { ChildProcess } from 'node:child_process';
import { spawn } from 'node:child_process';
import { cp, mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { CONTRACTS } from '@app/contracts/contracts.ts';
import { createDatabase, startPostgres } from './machine/postgres.ts';
import { startRelay } from './relay.ts';

export type Layout = 'one process, embedded database' | 'processes apart, PostgreSQL';

export interface Product {
  url: string;
  stop(): Promise<void>;
}

/** A process of every backend and no pages. */
export const BACKENDS = CONTRACTS.map(({ name }) => name).join();

/** The demo's seconds are too few for a slow browser. */
const wide = { ATTENDANCE_UNDO_SECONDS: '600' };
/** Names a data folder in which the demo has been filled in, of which embedded products get a copy (e2e/fill-demo.ts). */
export const FILLED_DATA = 'FILLED_DATA';
/** A start that takes longer hangs. */
const START_MS = 300_000;
/** Where Node keeps what it has compiled: the tests start the same code dozens of times. */
const COMPILED = join(import.meta.dirname, '../node_modules/.cache/node-compile');

/**
 * Runs the built product as a newcomer's `npm start` does, or with every service in a process of its own. Relays hold
 * the ports: who asks for the product, and its services for each other, know them before anything has started.
 */
export async function startProduct(layout: Layout, settings: Record<string, string> = {}): Promise<Product> {
  const folder = await mkdtemp(join(tmpdir(), 'product-'));
  const front = await startRelay({ isSlow: true });
  const url = `http://localhost:${front.port}`;
  const common = {
    DATA_DIR: folder,
    LOG_LEVEL: 'error',
    DEMO_DATA: 'full',
    PUBLIC_URL: url,
    ...wide,
    ...settings,
  };
  if (layout === 'one process, embedded database') {
    const filled = process.env[FILLED_DATA];
    if (filled !== undefined) await cp(filled, folder, { recursive: true });
    const { child, port } = await startProcess(common);
    front.leadTo(port);
    return {
      url,
      async stop() {
        front.close();
        await stopProcess(child);
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

/** One process of the product on a port that the system gives, once it listens. Throws with what it said if it ends. */
export async function startProcess(
  settings: Record<string, string>,
): Promise<{ child: ChildProcess; port: number; url: string }> {
  const child = spawn(process.execPath, ['scripts/start.ts'], {
    env: {
      PATH: process.env['PATH'],
      HOME: process.env['HOME'],
      // Which words it has.
      NODE_OPTIONS: process.env['NODE_OPTIONS'],
      NODE_COMPILE_CACHE: COMPILED,
      PORT: '0',
      ...settings,
    },
    stdio: ['ignore', 'ignore', 'pipe', 'ipc'],
  });
  let said = '';
  child.stderr?.on('data', (chunk: Buffer) => {
    said = (said + chunk.toString()).slice(-4000);
  });
  const hangs = setTimeout(() => child.kill('SIGKILL'), START_MS);
  const address = await new Promise<string>((resolve, reject) => {
    child.once('message', ({ listening }: { listening: string }) => resolve(listening));
    child.once('close', (code, signal) =>
      reject(new Error(`The process ended with ${code ?? signal}:\n${said}`)),
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
