import { readFileSync, statfsSync } from 'node:fs';

/** Where Linux keeps files in memory (tmpfs). */
const IN_MEMORY = '/dev/shm';
/** All that a whole run keeps at once takes about a quarter of it. */
const NEEDED_BYTES = 4 * 2 ** 30;

function hasRoom(): boolean {
  try {
    const mount = readFileSync('/proc/mounts', 'utf8')
      .split('\n')
      .find((line) => line.split(' ')[1] === IN_MEMORY);
    // Files there take the memory of the programs, which need as much again.
    const isLarge = process.availableMemory() > 2 * NEEDED_BYTES;
    const { bavail, bsize } = statfsSync(IN_MEMORY);
    return mount !== undefined && !/\bnoexec\b/.test(mount) && isLarge && bavail * bsize > NEEDED_BYTES;
  } catch {
    return false;
  }
}

/**
 * Keeps temporary files of this process and its children in memory where there is room, unless TMPDIR is set. Every
 * test file copies a database of some 600 files, which takes a disk ten times as long.
 */
export function keepTemporaryFilesInMemory(): void {
  if (process.env['TMPDIR'] === undefined && hasRoom()) process.env['TMPDIR'] = IN_MEMORY;
}

/** Whether every account of the machine may make files where this process makes its temporary ones. */
export const isSharedFolder = (folder: string): boolean => folder === '/tmp' || folder === IN_MEMORY;
