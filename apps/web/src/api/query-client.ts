import { onlineManager, QueryClient } from '@tanstack/react-query';
import { CallFailed } from './failure.ts';
import { storeResponses } from './last-known.ts';

const RETRIES = 1;

function isWorthRetrying(failures: number, error: unknown): boolean {
  if (failures >= RETRIES || !onlineManager.isOnline()) return false;
  return !(error instanceof CallFailed) || error.kind === 'NETWORK' || error.status >= 500;
}

// The library's own listener assumes a connection at first, and listens only while something subscribes.
onlineManager.setEventListener((setOnline) => {
  if (typeof window === 'undefined') return undefined;
  const update = () => setOnline(navigator.onLine);
  update();
  window.addEventListener('online', update);
  window.addEventListener('offline', update);
  return () => {
    window.removeEventListener('online', update);
    window.removeEventListener('offline', update);
  };
});

/** Mobile data costs money, so nothing is read again without a reason. */
export const queryClient = new QueryClient({
  defaultOptions: {
    queries: {
      staleTime: 60_000,
      retry: isWorthRetrying,
      // Without a connection, a query must fail, so that the screen can say so.
      networkMode: 'always',
      refetchOnReconnect: true,
      refetchOnWindowFocus: false,
    },
    mutations: { networkMode: 'offlineFirst' },
  },
});

let heldFor: string | undefined;

export function keepDataForUser(userId: string | undefined): void {
  if (heldFor === userId) return;
  if (heldFor !== undefined) queryClient.clear();
  heldFor = userId;
  storeResponses(queryClient.getQueryCache(), userId);
}
