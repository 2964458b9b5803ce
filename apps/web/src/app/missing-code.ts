import { pageBuild } from '../api/build.ts';

/** Chromium, Firefox and WebKit use different messages. */
const SAID = /dynamically imported module|importing a module script failed/i;

/** The page was never opened here and is offline, or a newer build has replaced it. */
export function isMissingCode(error: unknown): boolean {
  return error instanceof TypeError && SAID.test(error.message);
}

const KEY = 'reloadedFor';

/** A newer page names its own files, so one reload per build helps. */
export function isFirstReload(
  build: string = pageBuild(),
  storage: Pick<Storage, 'getItem' | 'setItem'> = sessionStorage,
): boolean {
  if (storage.getItem(KEY) === build) return false;
  storage.setItem(KEY, build);
  return true;
}
