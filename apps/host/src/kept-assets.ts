import { copyFile, mkdir, readdir, rename, rm, stat, utimes } from 'node:fs/promises';
import { join } from 'node:path';
import type { Log } from '@app/kit/log.ts';

const DAY_MS = 24 * 60 * 60 * 1000;
/** A tab that nobody has reloaded for longer reloads by itself (apps/web/src/root.tsx). */
const KEPT_DAYS = 14;

/**
 * Keeps the files of this build in a folder that outlives it, for open pages of a build before and for nodes of another build
 * behind the same address. Their names say what is in them, so builds share the folder. What no build has had for 14 days
 * goes. Gives the way to stop; undefined where nothing can be kept there.
 */
export async function keepAssets(build: string, folder: string, log: Log): Promise<(() => void) | undefined> {
  const keep = async () => {
    await mkdir(folder, { recursive: true });
    const here = new Set(await readdir(folder));
    const now = new Date();
    for (const name of await readdir(build)) {
      const place = join(folder, name);
      if (here.delete(name)) await utimes(place, now, now);
      else {
        // Nobody is served half a file.
        const part = join(folder, `.${process.pid}-${name}`);
        await copyFile(join(build, name), part);
        await rename(part, place);
      }
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
  if (!(await tryTo())) return undefined;
  const daily = setInterval(() => void tryTo(), DAY_MS).unref();
  return () => clearInterval(daily);
}
