import { useSyncExternalStore } from 'react';
import { serverNow } from '../../../api/server-clock.ts';
import { gmtTime } from './times.ts';

const LOOK_EVERY_MS = 1_000;

function subscribe(changed: () => void): () => void {
  const timer = setInterval(changed, LOOK_EVERY_MS);
  return () => clearInterval(timer);
}

/** Renders only when the minute changes. */
export function useGmtTime(): string {
  return useSyncExternalStore(subscribe, () => gmtTime(new Date(serverNow())));
}
