import { spawnSync } from 'node:child_process';
import { existsSync } from 'node:fs';
import { join } from 'node:path';

const FOLDERS = ['/usr/sbin', '/usr/bin', '/usr/local/bin', '/opt/homebrew/bin'];

/**
 * Returns a program of this machine; as root, installs the package of its name with apt-get if missing.
 * Returns undefined otherwise.
 */
export function findProgram(name: string): string | undefined {
  const found = () => FOLDERS.map((folder) => join(folder, name)).find((place) => existsSync(place));
  if (found() !== undefined || process.getuid?.() !== 0 || !existsSync('/usr/bin/apt-get')) return found();
  process.stderr.write(`[machine] No ${name} on this machine: installing the package of the system …\n`);
  const env = { ...process.env, DEBIAN_FRONTEND: 'noninteractive' };
  for (const args of [['update'], ['install', '-y', '--no-install-recommends', name]])
    spawnSync('apt-get', ['-o', 'DPkg::Lock::Timeout=300', ...args], { env, stdio: ['ignore', 2, 2] });
  return found();
}
