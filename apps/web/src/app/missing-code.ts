import { pageBuild } from '../api/build.ts';

/** Covers the messages of Chromium, Firefox and WebKit. */
const SAID = /dynamically imported module|importing a module script failed/i;

/** The device is offline and never opened the page, or a newer build has replaced the file. */
export function isMissingCode(error: unknown): boolean {
  return error instanceof TypeError && SAID.test(error.message);
}

const KEY = 'reloadedFor';

/** A reload helps once per build, because a newer page names its own files. */
export function isFirstReload(
  build: string = pageBuild(),
  storage: Pick<Storage, 'getItem' | 'setItem'> = sessionStorage,
): boolean {
  if (storage.getItem(KEY) === build) return false;
  storage.setItem(KEY, build);
  return true;
}
