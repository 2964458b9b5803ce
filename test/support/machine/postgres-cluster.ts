import { spawn, spawnSync } from 'node:child_process';
import { randomBytes } from 'node:crypto';
import { once } from 'node:events';
import {
  appendFileSync,
  chownSync,
  closeSync,
  cpSync,
  existsSync,
  mkdtempSync,
  openSync,
  readFileSync,
  writeFileSync,
} from 'node:fs';
import { join } from 'node:path';
import { freePort } from './ports.ts';

/** The account that a server runs as, in the format of `spawn`; empty for the current one. */
export interface Account {
  uid?: number;
  gid?: number;
}

/** Returns another account if this process is root, which PostgreSQL refuses. Throws if there is none. */
export function accountForServer(): Account {
  if (process.getuid?.() !== 0) return {};
  for (const name of ['postgres', '_postgres', 'nobody']) {
    const ids = /uid=(\d+).* gid=(\d+)/.exec(spawnSync('id', [name], { encoding: 'utf8' }).stdout);
    // macOS has negative ids, which `id` prints without their sign.
    if (ids) return { uid: Number(ids[1]) | 0, gid: Number(ids[2]) | 0 };
  }
  throw new Error(
    'PostgreSQL does not run as root, and this machine has no account "postgres" or "nobody". ' +
      'Add one ("useradd postgres"), run as another user, or set TEST_DATABASE_URL.',
  );
}

/** A socket's address has at most 103 bytes (macOS), and its name starts with `/.s.PGSQL.` and the port. */
const LONGEST_SOCKET_FOLDER = 103 - '/.s.PGSQL.65535'.length;

export interface Cluster {
  url: string;
  /** Uses a Unix domain socket, which is a third faster per statement; equals `url` if there is none. */
  socketUrl: string;
  /** Ends the server at once; its folder stays. */
  stop(): Promise<void>;
  /** Crashes the server and starts it again at the same address. */
  restart(): Promise<void>;
  /** Restarts with a standby that streams through this port of 127.0.0.1. */
  startStandby(streamsBy: number): Promise<Standby>;
}

export interface Standby {
  url: string;
  /** Becomes the primary, on a new timeline. */
  promote(): Promise<void>;
  stop(): Promise<void>;
}

/**
 * Starts a process that outlives this one. When its input closes for any reason, it ends the server of
 * `dir/data` and removes the folder. Without a shell (Windows) only a normal end cleans up.
 */
export function cleanUpAfterExit(dir: string): () => void {
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

/** Returns PostgreSQL's commands for the cluster in `dir/data`, run as that account. */
function commandsOn(bin: string, dir: string, as: Account) {
  const data = join(dir, 'data');
  const [log, words] = [join(dir, 'log'), join(dir, 'words')];
  const run = async (command: string, ...args: string[]): Promise<void> => {
    // This is a file, not a pipe, which a server on Windows would inherit and keep open.
    const output = openSync(words, 'w');
    const env = { ...process.env, LC_ALL: 'C' };
    const options = { ...as, cwd: dir, env, stdio: ['ignore', output, output] } as const;
    const child = spawn(join(bin, command), ['-D', data, ...args], options as object);
    closeSync(output);
    if ((await once(child, 'exit'))[0] === 0) return;
    const logText = [words, log].map((file) =>
      existsSync(file) ? readFileSync(file, 'utf8').slice(-2_000) : '',
    );
    throw new Error(`${command} of ${bin} failed. It says:\n${logText.join('\n')}`);
  };
  const start = (port: number) => run('pg_ctl', 'start', '-w', '-l', log, '-o', `-p ${port}`);
  return {
    data,
    run,
    start,
    // It may have ended by itself.
    stop: () => run('pg_ctl', 'stop', '-m', 'immediate').catch(() => {}),
  };
}

/** PostgreSQL requires a fixed port: if another program takes it first, the next one is tried. */
async function startAnywhere({ start, stop }: ReturnType<typeof commandsOn>): Promise<number> {
  for (let tries = 1; ; tries += 1) {
    const port = await freePort();
    try {
      await start(port);
      return port;
    } catch (error) {
      await stop();
      if (tries < 5 && String(error).includes('Address already in use')) continue;
      throw error;
    }
  }
}

/**
 * Starts a temporary cluster in `dir` for that account. It listens on 127.0.0.1 with a random password, and
 * on a private socket without one. It uses no fsync: data survive a killed server, not a power cut.
 */
export async function startCluster(
  bin: string,
  dir: string,
  as: Account,
  isDurable: boolean,
): Promise<Cluster> {
  const commands = commandsOn(bin, dir, as);
  const { data, run, start, stop } = commands;
  const password = randomBytes(16).toString('hex');
  // Only that account can enter the folder.
  writeFileSync(join(dir, 'password'), password);
  const auth = [
    '--username=postgres',
    '--auth-host=scram-sha-256',
    '--auth-local=trust',
    `--pwfile=${join(dir, 'password')}`,
  ];
  const hasSocket = process.platform !== 'win32' && dir.length <= LONGEST_SOCKET_FOLDER;
  const create = (locale: string) =>
    run('initdb', ...auth, '--encoding=UTF8', `--locale=${locale}`, '--no-sync');
  // Not every system has the locale C.UTF-8; C sorts the same.
  await create('C.UTF-8').catch(() => create('C'));
  appendFileSync(
    join(data, 'postgresql.conf'),
    `listen_addresses = '127.0.0.1'
    unix_socket_directories = '${hasSocket ? dir : ''}'
    max_connections = 800
    fsync = ${isDurable ? 'on' : 'off'}
    timezone = 'UTC'
    log_timezone = 'UTC'`,
  );
  const port = await startAnywhere(commands);
  const url = `postgres://postgres:${password}@127.0.0.1:${port}/postgres`;
  const socketUrl = hasSocket ? `${url}?host=${encodeURIComponent(dir)}` : url;
  return {
    url,
    socketUrl,
    stop,
    async restart() {
      await stop();
      await start(port);
    },
    async startStandby(streamsBy) {
      const own = mkdtempSync(join(dir, 'standby-'));
      if (as.uid !== undefined && as.gid !== undefined) chownSync(own, as.uid, as.gid);
      const release = cleanUpAfterExit(own);
      await run('pg_ctl', 'stop', '-m', 'fast');
      const standby = await startStandby(bin, own, as, { data, url, port: streamsBy });
      await start(port);
      return { ...standby, stop: () => standby.stop().finally(release) };
    },
  };
}

/**
 * Starts a standby of a cluster in `dir` that streams through this port of 127.0.0.1. It is copied while the
 * cluster is stopped, since not every PostgreSQL includes `pg_basebackup`.
 */
async function startStandby(
  bin: string,
  dir: string,
  as: Account,
  { data, url, port }: { data: string; url: string; port: number },
): Promise<Standby> {
  const commands = commandsOn(bin, dir, as);
  cpSync(data, commands.data, { recursive: true, preserveTimestamps: true });
  const { username, password } = new URL(url);
  appendFileSync(
    join(commands.data, 'postgresql.conf'),
    `
    unix_socket_directories = ''
    primary_conninfo = 'host=127.0.0.1 port=${port} user=${username} password=${password}'`,
  );
  writeFileSync(join(commands.data, 'standby.signal'), '');
  if (as.uid !== undefined) spawnSync('chown', ['-R', `${as.uid}:${as.gid}`, dir]);
  const own = new URL(url);
  own.port = String(await startAnywhere(commands));
  return { url: own.href, promote: () => commands.run('pg_ctl', 'promote', '-w'), stop: commands.stop };
}
