import { spawnSync } from 'node:child_process';
import { tmpdir } from 'node:os';

/** The account that a server runs under where ours is root, which PostgreSQL refuses; in `spawn`'s terms. */
export interface RunAs {
  uid?: number;
  gid?: number;
}

const idOf = (flag: '-u' | '-g', name: string): number | undefined => {
  const { status, stdout } = spawnSync('id', [flag, name], { encoding: 'utf8' });
  // macOS has negative ids, which `id` prints without their sign.
  return status === 0 ? Number(stdout.trim()) | 0 : undefined;
};

/** Nobody else where we are not root. Throws when we are and there is no account to use instead. */
export function unprivileged(): RunAs {
  if (process.getuid?.() !== 0) return {};
  for (const name of ['postgres', '_postgres', 'nobody']) {
    const uid = idOf('-u', name);
    const gid = idOf('-g', name);
    if (uid !== undefined && gid !== undefined) return { uid, gid };
  }
  throw new Error(
    'PostgreSQL does not run as root, and this machine has no account "postgres" or "nobody". ' +
      'Add one ("useradd postgres"), run as another user, or set TEST_DATABASE_URL.',
  );
}

/** A folder for temporary files that the given account can enter: TMPDIR may be root's own. */
export function temporaryFolder(as: RunAs): string {
  const enters = (dir: string) =>
    spawnSync('/bin/sh', ['-c', 'cd "$1"', 'sh', dir], { ...as, cwd: '/', stdio: 'ignore' }).status === 0;
  return as.uid === undefined ? tmpdir() : ([tmpdir(), '/tmp', '/var/tmp'].find(enters) ?? tmpdir());
}
