import type { ChildProcess } from 'node:child_process';
import { spawn } from 'node:child_process';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { freePort } from './machine/ports.ts';
import { createDatabase, startPostgres } from './machine/postgres.ts';

export type Layout = 'one process, embedded database' | 'processes apart, PostgreSQL';

export interface Product {
  url: string;
  stop(): Promise<void>;
}

const START_MS = 60_000;
/** Where Node keeps what it has compiled: the tests start the same code dozens of times. */
const COMPILED = join(tmpdir(), 'node-compile-cache');

/** Runs the built product as a newcomer's `npm start` does, or with every service in a process of its own. */
export async function startProduct(layout: Layout, settings: Record<string, string> = {}): Promise<Product> {
  const folder = await mkdtemp(join(tmpdir(), 'product-'));
  const common = { DATA_DIR: folder, LOG_LEVEL: 'error', DEMO_DATA: 'full', ...settings };
  if (layout === 'one process, embedded database') {
    const port = await freePort();
    const child = await startProcess({ ...common, PORT: String(port) }, port);
    return {
      url: `http://localhost:${port}`,
      async stop() {
        await stopProcess(child);
        await rm(folder, { recursive: true, force: true });
      },
    };
  }

  const server = await startPostgres();
  const database = await createDatabase(server.url);
  const [web, identity, project] = [await freePort(), await freePort(), await freePort()];
  const apart = {
    ...common,
    DATABASE_URL: database.url,
    IDENTITY_URL: `http://127.0.0.1:${identity}`,
    PROJECT_URL: `http://127.0.0.1:${project}`,
    PUBLIC_URL: `http://localhost:${web}`,
  };
  const children = await Promise.all([
    startProcess({ ...apart, SERVICES: 'identity', PORT: String(identity) }, identity),
    startProcess({ ...apart, SERVICES: 'project', PORT: String(project) }, project),
    startProcess({ ...apart, SERVICES: 'web', PORT: String(web) }, web),
  ]);
  return {
    url: `http://localhost:${web}`,
    async stop() {
      await Promise.all(children.map(stopProcess));
      await database.drop();
      await server.stop();
      await rm(folder, { recursive: true, force: true });
    },
  };
}

/** One process of the product, once it answers `/readyz`. */
export async function startProcess(settings: Record<string, string>, port: number): Promise<ChildProcess> {
  const child = spawn(process.execPath, ['scripts/start.ts'], {
    env: {
      PATH: process.env['PATH'],
      HOME: process.env['HOME'],
      NODE_COMPILE_CACHE: COMPILED,
      ...settings,
    },
    stdio: ['ignore', 'ignore', 'pipe'],
  });
  let said = '';
  child.stderr.on('data', (chunk: Buffer) => {
    said = (said + chunk.toString()).slice(-4000);
  });
  for (const end = Date.now() + START_MS; Date.now() < end;) {
    if (child.exitCode !== null) throw new Error(`The process ended with ${child.exitCode}:\n${said}`);
    const isReady = await fetch(`http://127.0.0.1:${port}/readyz`).then(
      (response) => response.ok,
      () => false,
    );
    if (isReady) return child;
    await new Promise((resolve) => setTimeout(resolve, 100));
  }
  child.kill('SIGKILL');
  throw new Error(`The process did not answer within ${START_MS} ms:\n${said}`);
}

export async function stopProcess(child: ChildProcess): Promise<void> {
  if (child.exitCode !== null || child.signalCode !== null) return;
  const ended = new Promise((resolve) => child.once('exit', resolve));
  child.kill('SIGTERM');
  await ended;
}
