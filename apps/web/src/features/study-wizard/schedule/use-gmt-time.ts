import { today } from '@app/contracts/calendar.ts';
import { useSyncExternalStore } from 'react';
import { gmtTime } from './times.ts';

const LOOK_EVERY_MS = 1_000;

function subscribe(changed: () => void): () => void {
  const timer = setInterval(changed, LOOK_EVERY_MS);
  return () => clearInterval(timer);
}

/** The time now in GMT; draws again only when the minute has changed. */
export function useGmtTime(): string {
  return useSyncExternalStore(subscribe, () => gmtTime(new Date()));
}

/** The day in Ghana; draws again when it has changed. */
export function useToday(): string {
  return useSyncExternalStore(subscribe, () => today());
}
