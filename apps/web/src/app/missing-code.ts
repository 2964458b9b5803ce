import { pageBuild } from '../api/build.ts';

/** In the words of Chromium, Firefox and WebKit. */
const SAID = /dynamically imported module|importing a module script failed/i;

/** A page's own code could not be fetched: never opened on this device and no connection, or replaced by a newer build. */
export function isMissingCode(error: unknown): boolean {
  return error instanceof TypeError && SAID.test(error.message);
}

const KEY = 'reloadedFor';

/** A newer build's page names its own code. Once for each build: what is missing then is not the build. */
export function isFirstReload(
  build: string = pageBuild(),
  storage: Pick<Storage, 'getItem' | 'setItem'> = sessionStorage,
): boolean {
  if (storage.getItem(KEY) === build) return false;
  storage.setItem(KEY, build);
  return true;
}
