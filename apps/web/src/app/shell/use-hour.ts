import { useSyncExternalStore } from 'react';

const LOOK_EVERY_MS = 60_000;

function follow(changed: () => void): () => void {
  const timer = setInterval(changed, LOOK_EVERY_MS);
  // The timers of a page in the background sleep.
  document.addEventListener('visibilitychange', changed);
  return () => {
    clearInterval(timer);
    document.removeEventListener('visibilitychange', changed);
  };
}

/** The local hour, also of a page that stays open over noon. */
export function useHour(): number {
  return useSyncExternalStore(follow, () => new Date().getHours());
}
