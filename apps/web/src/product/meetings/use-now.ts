import { useSyncExternalStore } from 'react';
import { serverNow } from '../../api/server-clock.ts';
import { serverToday } from '../../api/server-today.ts';

const LOOK_EVERY_MS = 1_000;
/** Frequent steps would re-render lists, but some offers last only seconds. */
const STEP_MS = 5_000;

function subscribe(changed: () => void): () => void {
  const timer = setInterval(changed, LOOK_EVERY_MS);
  return () => clearInterval(timer);
}

/** Server time in milliseconds since 1970, at most some seconds old. */
export const useNow = () =>
  useSyncExternalStore(subscribe, () => Math.floor(serverNow() / STEP_MS) * STEP_MS);

/** Ghana's date. A change re-renders. */
export const useToday = () => useSyncExternalStore(subscribe, serverToday);
