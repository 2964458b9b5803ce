import { readFileSync, statfsSync } from 'node:fs';

/** Linux keeps files of this folder in memory (tmpfs). */
const IN_MEMORY = '/dev/shm';
/** A whole run needs about a quarter of this at once. */
const NEEDED_BYTES = 4 * 2 ** 30;

function hasRoom(): boolean {
  try {
    const mount = readFileSync('/proc/mounts', 'utf8')
      .split('\n')
      .find((line) => line.split(' ')[1] === IN_MEMORY);
    // Files there use the memory of the programs, which need as much again.
    const isLarge = process.availableMemory() > 2 * NEEDED_BYTES;
    const { bavail, bsize } = statfsSync(IN_MEMORY);
    return mount !== undefined && !/\bnoexec\b/.test(mount) && isLarge && bavail * bsize > NEEDED_BYTES;
  } catch {
    return false;
  }
}

/**
 * Keeps temporary files of this process and its children in memory if there is room, unless TMPDIR is set.
 * Every test file copies a database of some 600 files, which takes ten times as long on a disk.
 */
export function keepTemporaryFilesInMemory(): void {
  if (process.env['TMPDIR'] === undefined && hasRoom()) process.env['TMPDIR'] = IN_MEMORY;
}

/** Returns whether every account can create files in this process's temporary folder. */
export const isSharedFolder = (folder: string): boolean => folder === '/tmp' || folder === IN_MEMORY;
