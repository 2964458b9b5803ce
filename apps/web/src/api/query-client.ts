import { onlineManager, QueryClient } from '@tanstack/react-query';
import { CallFailed } from './failure.ts';
import { followAnswers } from './last-known.ts';

const RETRIES = 1;

/**
 * A refusal stays a refusal; only what the network or an overloaded server did is worth another try, where there is a
 * network.
 */
export function isWorthRetrying(failures: number, error: unknown): boolean {
  if (failures >= RETRIES || !onlineManager.isOnline()) return false;
  return !(error instanceof CallFailed) || error.kind === 'NETWORK' || error.status >= 500;
}

// It takes every page to have begun with a connection, and hears nothing while nobody listens to it.
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
      // Without a connection it fails and says so, where it would wait unseen, and asks when there is one again.
      networkMode: 'always',
      refetchOnReconnect: true,
      refetchOnWindowFocus: false,
    },
    mutations: { networkMode: 'offlineFirst' },
  },
});

let heldFor: string | undefined;

/** Somebody else has come without a reload in between: nothing that was read for the one before is theirs to see. */
export function holdDataOf(userId: string | undefined): void {
  if (heldFor === userId) return;
  if (heldFor !== undefined) queryClient.clear();
  heldFor = userId;
  followAnswers(queryClient.getQueryCache(), userId);
}
