import { useEffect, useEffectEvent } from 'react';

const ATTEMPT_EVERY_MS = 30_000;

/** Mobile data may fail and return without an event. */
export function useAttempts(attempt: () => void): void {
  const latest = useEffectEvent(attempt);
  useEffect(() => {
    const listener = () => latest();
    const timer = setInterval(listener, ATTEMPT_EVERY_MS);
    window.addEventListener('online', listener);
    document.addEventListener('visibilitychange', listener);
    return () => {
      clearInterval(timer);
      window.removeEventListener('online', listener);
      document.removeEventListener('visibilitychange', listener);
    };
  }, []);
}
