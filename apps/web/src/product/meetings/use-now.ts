import { useSyncExternalStore } from 'react';
import { serverNow } from '../../api/server-clock.ts';
import { serverToday } from '../../api/server-today.ts';

const LOOK_EVERY_MS = 1_000;
/** Seldom enough not to redraw lists all the time, often enough for what is offered for some seconds. */
const STEP_MS = 5_000;

function subscribe(changed: () => void): () => void {
  const timer = setInterval(changed, LOOK_EVERY_MS);
  return () => clearInterval(timer);
}

/** Now by the server's clock, in milliseconds since 1970, some seconds old at the most. */
export const useNow = () =>
  useSyncExternalStore(subscribe, () => Math.floor(serverNow() / STEP_MS) * STEP_MS);

/** The day in Ghana by the server's clock; draws again when it has changed. */
export const useToday = () => useSyncExternalStore(subscribe, serverToday);
