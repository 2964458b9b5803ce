import { randomUUID } from 'node:crypto';
import { copyFile, mkdir, readdir, rename, rm, stat, utimes } from 'node:fs/promises';
import { join } from 'node:path';
import type { Log } from '@app/kit/log.ts';

const DAY_MS = 24 * 60 * 60 * 1000;
/** A tab that nobody has reloaded for longer reloads by itself (apps/web/src/root.tsx). */
const KEPT_DAYS = 14;

interface Keeping {
  isKept: boolean;
  stop(): void;
}

/**
 * Keeps the files of this build in a folder that outlives it, for open pages of a build before and for nodes of another build
 * behind the same address. Their names say what is in them, so builds share the folder. What no build has had for 14 days
 * goes. Tells whether they are kept there, and gives the way to stop.
 */
export async function keepAssets(build: string, folder: string, log: Log): Promise<Keeping> {
  const keep = async () => {
    await mkdir(folder, { recursive: true });
    const here = new Set(await readdir(folder));
    const now = new Date();
    for (const name of await readdir(build)) {
      const place = join(folder, name);
      // Another node may have taken it away since.
      const isThere = here.delete(name) && (await touch(place, now));
      if (isThere) continue;
      // Nobody is served half a file. Nodes in containers may all have the same number.
      const part = join(folder, `.${randomUUID()}`);
      await copyFile(join(build, name), part);
      await rename(part, place);
    }
    for (const name of here) {
      // Another node may be at it too.
      const found = await stat(join(folder, name)).catch(() => undefined);
      if (found && found.mtimeMs < now.getTime() - KEPT_DAYS * DAY_MS)
        await rm(join(folder, name), { force: true });
    }
  };
  const tryTo = () =>
    keep().then(
      () => true,
      (error: unknown) => {
        log.warn({ err: error }, 'the web files cannot be kept for the next version (DATA_DIR)');
        return false;
      },
    );
  // Before a page names one of them, since the next page may be asked of another node.
  const isKept = await tryTo();
  // Also where the first try failed: other nodes and later versions serve what is there.
  const daily = setInterval(() => void tryTo(), DAY_MS).unref();
  return { isKept, stop: () => clearInterval(daily) };
}

/** Whether it is there. */
const touch = (place: string, now: Date): Promise<boolean> =>
  utimes(place, now, now).then(
    () => true,
    (error: NodeJS.ErrnoException) => {
      if (error.code === 'ENOENT') return false;
      throw error;
    },
  );
