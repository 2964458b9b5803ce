import { pageBuild } from '../api/build.ts';

/** Chromium, Firefox and WebKit report a failed import with different messages. */
const SAID = /dynamically imported module|importing a module script failed/i;

/**
 * The page's code is missing if the page was never opened here and is offline, or if a newer build has
 * replaced it.
 */
export function isMissingCode(error: unknown): boolean {
  return error instanceof TypeError && SAID.test(error.message);
}

const KEY = 'reloadedFor';

/** After a reload, the page names the files of the newer build, so one reload per build is enough. */
export function isFirstReload(
  build: string = pageBuild(),
  storage: Pick<Storage, 'getItem' | 'setItem'> = sessionStorage,
): boolean {
  if (storage.getItem(KEY) === build) return false;
  storage.setItem(KEY, build);
  return true;
}
