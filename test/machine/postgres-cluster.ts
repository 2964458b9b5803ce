import { spawn, spawnSync } from 'node:child_process';
import type { ChildProcess } from 'node:child_process';
import { randomBytes } from 'node:crypto';
import { chownSync, closeSync, openSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';
import pg from 'pg';
import { freePort } from './ports.ts';
import type { RunAs } from './run-as.ts';

const START_MS = 60_000;

/** Whose binaries serve which folder, as which user, and whether commits wait for the disk. */
interface Place {
  bin: string;
  dir: string;
  as: RunAs;
  isDurable: boolean;
}

export interface Cluster {
  url: string;
  /** Ends the server at once; its folder stays. */
  stop(): Promise<void>;
  /** Ends the server as a crash would and starts it again at the same address. */
  restart(): Promise<void>;
}

/** A new cluster in `dir/data`. Throws with what initdb said. */
function create(bin: string, dir: string, as: RunAs, password: string): void {
  const passwordFile = join(dir, 'password');
  writeFileSync(passwordFile, password, { mode: 0o600 });
  if (as.uid !== undefined && as.gid !== undefined) chownSync(passwordFile, as.uid, as.gid);
  const data = join(dir, 'data');
  const auth = ['--username=postgres', '--auth=scram-sha-256', `--pwfile=${passwordFile}`];
  let said = '';
  // Not every system has the locale C.UTF-8; C sorts alike.
  for (const locale of ['C.UTF-8', 'C']) {
    const args = ['-D', data, ...auth, '--encoding=UTF8', `--locale=${locale}`, '--no-sync'];
    const options = { ...as, cwd: dir, env: environment(dir), encoding: 'utf8' } as const;
    const { status, stderr, error } = spawnSync(join(bin, 'initdb'), args, options);
    if (status === 0) return;
    said = stderr || (error?.message ?? '');
    rmSync(data, { recursive: true, force: true });
  }
  throw new Error(`initdb of ${bin} made no database cluster in ${dir}. It says:\n${said}`);
}

/** The machine's environment without settings that would steer a server or client elsewhere. */
function environment(dir: string): NodeJS.ProcessEnv {
  const kept = Object.entries(process.env).filter(([name]) => !/^(PG|LC_|LANG)/.test(name));
  return { ...Object.fromEntries(kept), HOME: dir, TMPDIR: dir };
}

function launch({ bin, dir, as, isDurable }: Place, port: number): ChildProcess {
  const settings = {
    port,
    listen_addresses: '127.0.0.1',
    unix_socket_directories: '',
    max_connections: 200,
    fsync: isDurable ? 'on' : 'off',
    timezone: 'UTC',
    log_timezone: 'UTC',
    logging_collector: 'off',
  };
  const args = Object.entries(settings).flatMap(([name, value]) => ['-c', `${name}=${value}`]);
  const log = openSync(join(dir, 'log'), 'a');
  // In a group of its own a terminal's Ctrl-C does not reach it before the tests have closed their connections.
  const options = {
    ...as,
    cwd: dir,
    env: environment(dir),
    detached: true,
    stdio: ['ignore', log, log],
  } as const;
  const server = spawn(join(bin, 'postgres'), ['-D', join(dir, 'data'), ...args], options as object);
  closeSync(log);
  server.unref();
  return server;
}

/** Waits until the server answers. Throws with the end of its log when it ends first or takes too long. */
async function untilReady(server: ChildProcess, url: string, dir: string): Promise<void> {
  let failed = '';
  server.on('error', (error) => (failed = error.message));
  const deadline = Date.now() + START_MS;
  for (;;) {
    const client = new pg.Client({ connectionString: url, connectionTimeoutMillis: 5_000 });
    try {
      await client.connect();
      return;
    } catch (error) {
      const ended = failed !== '' || server.exitCode !== null || server.signalCode !== null;
      if (ended || Date.now() > deadline) {
        const log = readFileSync(join(dir, 'log'), 'utf8').slice(-2_000);
        throw new Error(`PostgreSQL did not start. ${failed}\n${log}`, { cause: error });
      }
      await pause(50);
    } finally {
      await client.end().catch(() => {});
    }
  }
}

/** PostgreSQL asks for a port by its number: where another program takes it first, the next one is tried. */
async function launchSomewhere(place: Place, password: string) {
  for (let tries = 1; ; tries += 1) {
    const port = await freePort();
    const url = `postgres://postgres:${password}@127.0.0.1:${port}/postgres`;
    const server = launch(place, port);
    try {
      await untilReady(server, url, place.dir);
      return { server, url, port };
    } catch (error) {
      await end(server);
      if (tries === 5 || !String(error).includes('Address already in use')) throw error;
    }
  }
}

/** An immediate end, as by a crash; without SIGQUIT (Windows) it is a kill. */
async function end(server: ChildProcess): Promise<void> {
  if (server.exitCode !== null || server.signalCode !== null) return;
  server.ref();
  const ended = new Promise((done) => server.once('exit', done));
  server.kill(process.platform === 'win32' ? 'SIGKILL' : 'SIGQUIT');
  await ended;
}

/**
 * Starts a process that outlives ours: when its input closes, by the function given back or however we ended, it
 * ends the server whose data are in `dir/data`, if any, and removes the folder. Where there is no shell (Windows) only an orderly end cleans up.
 */
export function watch(dir: string): () => void {
  if (process.platform === 'win32') return () => {};
  const script = `cat >/dev/null; pid=$(head -n 1 "$1/data/postmaster.pid" 2>/dev/null)
    if [ -n "$pid" ]; then kill -QUIT "$pid"; for i in 1 2 3 4 5 6 7 8 9; do kill -0 "$pid" || break; sleep 1; done; fi
    rm -rf "$1"`;
  const watcher = spawn('/bin/sh', ['-c', script, 'sh', dir], {
    cwd: '/',
    detached: true,
    stdio: ['pipe', 'ignore', 'ignore'],
  });
  watcher.unref();
  const pipe = watcher.stdin as typeof watcher.stdin & { unref?(): void };
  pipe.unref?.();
  return () => pipe.end();
}

/**
 * A throw-away cluster with its files in `dir`, which belongs to that account, on 127.0.0.1 only, with a random password.
 * Without fsync it outlives a killed server, and not a power cut: what is thrown away need not wait for the disk.
 */
export async function startCluster(place: Place): Promise<Cluster> {
  const { bin, dir, as } = place;
  const password = randomBytes(16).toString('hex');
  create(bin, dir, as, password);
  const { server: started, url, port } = await launchSomewhere(place, password);
  let server = started;
  return {
    url,
    stop: () => end(server),
    async restart() {
      await end(server);
      server = launch(place, port);
      await untilReady(server, url, dir);
    },
  };
}
