import { QueryClient } from '@tanstack/react-query';
import { CallFailed } from './failure.ts';

const RETRIES = 1;

/** A refusal stays a refusal; only what the network or an overloaded server did is worth another try. */
export function isWorthRetrying(failures: number, error: unknown): boolean {
  if (failures >= RETRIES) return false;
  return !(error instanceof CallFailed) || error.kind === 'NETWORK' || error.status >= 500;
}

/** Data is paid for by the megabyte here: nothing is fetched again without a reason. */
export const queryClient = new QueryClient({
  defaultOptions: {
    queries: {
      staleTime: 60_000,
      retry: isWorthRetrying,
      networkMode: 'offlineFirst',
      refetchOnWindowFocus: false,
    },
    mutations: { networkMode: 'offlineFirst' },
  },
});

let heldFor: string | undefined;

/** Somebody else has come without a reload in between: nothing that was read for the one before is theirs to see. */
export function holdDataOf(userId: string | undefined): void {
  if (heldFor !== undefined && heldFor !== userId) queryClient.clear();
  heldFor = userId;
}
