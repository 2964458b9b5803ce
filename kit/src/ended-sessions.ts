import { MINUTE_MS } from '@app/contracts/durations.ts';
import type { Log } from './log.ts';

const FRESH_MS = 2000;
/** Access tokens expire before this time, so older entries are not needed. */
const REMEMBERED_MS = 61 * MINUTE_MS;

type FetchEnded = (since: string | null) => Promise<{ asOf: string; sessionIds: string[] }>;

/**
 * One call fetches the newly ended sessions for all requests within two seconds. While the identity service
 * does not answer, unexpired tokens are accepted.
 */
export function createEndedSessions(fetchEnded: FetchEnded, log: Log, now: () => number = Date.now) {
  const ended = new Map<string, number>();
  let asOf: string | null = null;
  let askedAt = Number.NEGATIVE_INFINITY;
  let isReachable = true;
  let fetching: Promise<void> | undefined;

  async function readOn(): Promise<void> {
    askedAt = now();
    try {
      const update = await fetchEnded(asOf);
      for (const sessionId of update.sessionIds) ended.set(sessionId, askedAt);
      for (const [sessionId, since] of ended) if (askedAt - since > REMEMBERED_MS) ended.delete(sessionId);
      asOf = update.asOf;
      isReachable = true;
    } catch (error) {
      isReachable = false;
      log.warn({ err: error }, 'the list of ended sessions cannot be read');
    } finally {
      fetching = undefined;
    }
  }

  return async function hasEnded(sessionId: string): Promise<boolean> {
    if (now() - askedAt >= FRESH_MS) fetching ??= readOn();
    if (fetching && isReachable) await fetching;
    return ended.has(sessionId);
  };
}
