import { pageBuild } from '../api/build.ts';

/** The messages of Chromium, Firefox and WebKit after a failed import. */
const SAID = /dynamically imported module|importing a module script failed/i;

/**
 * The code of a page is missing if a newer build has replaced it, or if the page was never opened here and
 * there is no connection.
 */
export function isMissingCode(error: unknown): boolean {
  return error instanceof TypeError && SAID.test(error.message);
}

const KEY = 'reloadedFor';

/** After a reload, the page has the file names of the newer build. So one reload per build is enough. */
export function isFirstReload(
  build: string = pageBuild(),
  storage: Pick<Storage, 'getItem' | 'setItem'> = sessionStorage,
): boolean {
  if (storage.getItem(KEY) === build) return false;
  storage.setItem(KEY, build);
  return true;
}
