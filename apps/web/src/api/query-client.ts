import { onlineManager, QueryClient } from '@tanstack/react-query';
import { CallFailed } from './failure.ts';
import { followAnswers } from './last-known.ts';

const RETRIES = 1;

/** Retries only what the network or an overloaded server caused, and only with a connection; a refusal stays one. */
export function isWorthRetrying(failures: number, error: unknown): boolean {
  if (failures >= RETRIES || !onlineManager.isOnline()) return false;
  return !(error instanceof CallFailed) || error.kind === 'NETWORK' || error.status >= 500;
}

// onlineManager assumes a connection at the start, and hears of changes only while somebody subscribes.
onlineManager.setEventListener((setOnline) => {
  if (typeof window === 'undefined') return undefined;
  const tell = () => setOnline(navigator.onLine);
  tell();
  window.addEventListener('online', tell);
  window.addEventListener('offline', tell);
  return () => {
    window.removeEventListener('online', tell);
    window.removeEventListener('offline', tell);
  };
});

/** Data is paid for by the megabyte here: nothing is fetched again without a reason. */
export const queryClient = new QueryClient({
  defaultOptions: {
    queries: {
      staleTime: 60_000,
      retry: isWorthRetrying,
      // Without a connection a query fails visibly instead of pausing, and is fetched again when there is one.
      networkMode: 'always',
      refetchOnReconnect: true,
      refetchOnWindowFocus: false,
    },
    mutations: { networkMode: 'offlineFirst' },
  },
});

let heldFor: string | undefined;

/** Somebody else has come without a reload in between: nothing that was read for the one before is theirs to see. */
export function keepDataForUser(userId: string | undefined): void {
  if (heldFor === userId) return;
  if (heldFor !== undefined) queryClient.clear();
  heldFor = userId;
  followAnswers(queryClient.getQueryCache(), userId);
}
