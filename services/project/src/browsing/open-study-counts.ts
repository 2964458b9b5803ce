import { LRUCache } from 'lru-cache';
import type { OpenStudyCounts } from '../deps.ts';

const FRESH_MS = 5000;
const MOST_PEOPLE = 20_000;

/** Counts are cached, because counting reads the whole index. */
export function createOpenStudyCounts(now: () => number = Date.now): OpenStudyCounts {
  const people = new LRUCache<string, Map<string, Promise<number>>>({
    max: MOST_PEOPLE,
    ttl: FRESH_MS,
    ttlResolution: 0,
    perf: { now },
  });
  return {
    read(personId, list, count) {
      const lists = people.get(personId) ?? new Map<string, Promise<number>>();
      if (lists.size === 0) people.set(personId, lists);
      const total = lists.get(list) ?? count();
      lists.set(list, total);
      // If the count fails, all callers that wait get the error. The next call counts again.
      total.catch(() => lists.delete(list));
      return total;
    },
    invalidate(personId) {
      if (personId === undefined) people.clear();
      else people.delete(personId);
    },
  };
}
