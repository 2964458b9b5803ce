import { useSyncExternalStore } from 'react';
import { serverNow } from '../../api/server-clock.ts';
import { serverToday } from '../../api/server-today.ts';

const LOOK_EVERY_MS = 1_000;
/** Some offers last only seconds. With a shorter step, the page would render more often. */
const STEP_MS = 5_000;

function subscribe(changed: () => void): () => void {
  const timer = setInterval(changed, LOOK_EVERY_MS);
  return () => clearInterval(timer);
}

/** Returns milliseconds since 1970, by the server's clock. */
export const useNow = () =>
  useSyncExternalStore(subscribe, () => Math.floor(serverNow() / STEP_MS) * STEP_MS);

export const useToday = () => useSyncExternalStore(subscribe, serverToday);
