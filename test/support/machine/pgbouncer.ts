import { type ChildProcess, spawn } from 'node:child_process';
import { chownSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { connect } from 'node:net';
import { join } from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';
import { findProgram } from './programs.ts';
import { freePort } from './ports.ts';
import { TIMEOUT_FACTOR } from '../sizes.ts';
import { accountForServer } from './postgres-cluster.ts';

/** Returns this machine's PgBouncer, or undefined if there is none. */
export const findPgbouncer = () => findProgram('pgbouncer');

/** Returns the statements of docs/pooler.md that let roles log in, with time-outs for a busy machine. */
export function logInsFor(password: string): string {
  const [, text = ''] = /```sql\n([^]+?)\n *```/.exec(readFileSync('docs/pooler.md', 'utf8')) ?? [];
  return text.replace('PASSWORD', password).replace("'5s'", `'${5 * TIMEOUT_FACTOR}s'`);
}

/**
 * Starts PgBouncer with deploy/pgbouncer.ini in front of a local database, for users with one common
 * password. It waits longer for a connection, for a busy machine.
 */
export async function startPgbouncer(
  program: string,
  databaseUrl: string,
  { users, password, more = '' }: { users: readonly string[]; password: string; more?: string },
): Promise<{ url: string; stop(): void }> {
  const as = accountForServer();
  const folder = mkdtempSync('/tmp/pgbouncer-');
  const [ini, list] = [join(folder, 'ini'), join(folder, 'users')];
  const port = await freePort();
  const { port: behind, pathname } = new URL(databaseUrl);
  const replaced = {
    'nkomo = host=127.0.0.1 port=5432': `${pathname.slice(1)} = host=127.0.0.1 port=${behind}`,
    'listen_port = 6432': `listen_port = ${port}\nunix_socket_dir =`,
    '/etc/pgbouncer/userlist.txt': list,
    'query_wait_timeout = 5': `query_wait_timeout = ${5 * TIMEOUT_FACTOR}`,
  };
  let text = readFileSync('deploy/pgbouncer.ini', 'utf8');
  for (const [from, to] of Object.entries(replaced)) {
    if (!text.includes(from)) throw new Error(`deploy/pgbouncer.ini has no ${from}`);
    text = text.replace(from, to);
  }
  writeFileSync(ini, `${text}\n${more}\n`);
  writeFileSync(list, users.map((user) => `"${user}" "${password}"\n`).join(''));
  if (as.uid !== undefined && as.gid !== undefined)
    for (const path of [folder, ini, list]) chownSync(path, as.uid, as.gid);
  const child: ChildProcess = spawn(program, [ini], { ...as, stdio: 'ignore' });
  const stop = () => {
    child.kill('SIGKILL');
    rmSync(folder, { recursive: true, force: true });
  };
  // This also runs if the code that should stop it failed before.
  process.once('exit', stop);
  while (!(await answers(port))) {
    if (child.exitCode !== null) throw new Error(`${program} ended with ${child.exitCode}`);
    await pause(50);
  }
  return { url: `postgres://:${password}@127.0.0.1:${port}${pathname}`, stop };
}

function answers(port: number): Promise<boolean> {
  return new Promise((done) => {
    const socket = connect(port, '127.0.0.1');
    socket.on('connect', () => {
      socket.destroy();
      done(true);
    });
    socket.on('error', () => done(false));
  });
}
