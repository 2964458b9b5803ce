import type { Query, QueryCache } from '@tanstack/react-query';
import { CallFailed } from '../../api/failure.ts';
import { knownAt } from '../../api/last-known.ts';

/** What is on the screen may be out of date: why, and since when in milliseconds since 1970. */
export interface Outdated {
  why: 'NO_CONNECTION' | 'NO_ANSWER' | 'ASKING';
  since: number;
}

/** Younger than this it is as good as new while the server is asked again. */
const OLD_MS = 60_000;

function whyOf({ state, meta }: Query, isOnline: boolean): Outdated['why'] | null {
  const { error, fetchStatus } = state;
  if (error instanceof CallFailed && error.kind === 'NETWORK') return 'NO_CONNECTION';
  if (meta?.isKept !== true) return null;
  if (!isOnline) return 'NO_CONNECTION';
  // A refusal is the screen's own matter.
  if (error instanceof CallFailed && (error.status >= 500 || error.status === 429)) return 'NO_ANSWER';
  return fetchStatus === 'fetching' ? 'ASKING' : null;
}

/** The oldest stale answer on the screen that could not be fetched again, or still is; null if there is none. */
export function outdated(cache: QueryCache, isOnline: boolean, now = Date.now()): Outdated | null {
  const found = cache.findAll({ type: 'active' }).flatMap((query): Outdated[] => {
    const why = query.state.data === undefined ? null : whyOf(query, isOnline);
    const since = knownAt(query);
    return why === null || (why === 'ASKING' && now - since < OLD_MS) ? [] : [{ why, since }];
  });
  return found.toSorted((one, other) => one.since - other.since)[0] ?? null;
}
