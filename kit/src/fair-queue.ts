import { setTimeout } from 'node:timers/promises';
import { LRUCache } from 'lru-cache';
import * as z from 'zod';
import { Failure } from './problem.ts';
import { constant, integerSetting } from './settings.ts';

/** Smaller than the connection pool, so that one person cannot use all connections. */
const MOST_AT_ONCE = 4;
const MOST_WAITING = 100;
/** This many seconds of calls may come at once, because a page sends many calls when it opens. */
const BURST_SECONDS = 4;
const MOST_REMEMBERED = 10_000;
/** Refusals are delayed (tarpit) to slow clients that retry at once. */
const REFUSAL_SECONDS = 1;
const MOST_REFUSALS = 1000;

interface Bucket {
  left: number;
  at: number;
}
interface Queue {
  running: number;
  waiting: Set<() => void>;
}

export interface ConcurrencyLimit {
  /**
   * Waits for a free place and returns the function that frees it. Throws TOO_MANY_REQUESTS if too many
   * calls wait or come too fast; costly calls run one at a time per name.
   */
  take(who: string, what?: { isWrite?: boolean; costlyAs?: string | undefined }): Promise<() => void>;
}

export const ConcurrencyLimitSettings = z.object({
  /** Counted in memory, so the limit holds per process. */
  CALLS_PER_PERSON_PER_SECOND: integerSetting(1, 1_000_000, 25),
  /** A person may make all writes of an hour at once. */
  WRITES_PER_PERSON_PER_HOUR: constant(1000),
  CONCURRENCY_WAIT_SECONDS: constant(5),
});

/** Returns a function that takes one token, or returns the seconds to wait if the bucket is empty. */
function createBuckets(secondsEach: number, burst: number, now: () => number) {
  // An unused bucket is full again after this time.
  const buckets = new LRUCache<string, Bucket>({ max: MOST_REMEMBERED, ttl: burst * secondsEach * 1000 });
  return (who: string): number | undefined => {
    const at = now();
    const known = buckets.get(who) ?? { left: burst, at };
    const left = Math.min(burst, known.left + (at - known.at) / 1000 / secondsEach) - 1;
    if (left < 0) return Math.ceil(-left * secondsEach);
    buckets.set(who, { left, at });
    return undefined;
  };
}

export function createConcurrencyLimit(
  settings: z.infer<typeof ConcurrencyLimitSettings>,
  now = () => performance.now(),
): ConcurrencyLimit {
  const { CALLS_PER_PERSON_PER_SECOND: calls, WRITES_PER_PERSON_PER_HOUR: writes } = settings;
  const { CONCURRENCY_WAIT_SECONDS: longestWait } = settings;
  const takeCall = createBuckets(1 / calls, calls * BURST_SECONDS, now);
  const takeWrite = createBuckets(3600 / writes, writes, now);
  const queues = new Map<string, Queue>();
  let refusals = 0;

  async function refuse(secondsLeft: number): Promise<never> {
    if (refusals < MOST_REFUSALS) {
      refusals += 1;
      await setTimeout(REFUSAL_SECONDS * 1000);
      refusals -= 1;
    }
    throw new Failure('TOO_MANY_REQUESTS', [], secondsLeft);
  }

  function wait({ waiting }: Queue): Promise<void> {
    if (waiting.size >= MOST_WAITING) return refuse(longestWait);
    return new Promise((resolve, reject) => {
      const begin = () => {
        clearTimeout(timer);
        waiting.delete(begin);
        resolve();
      };
      const timer = globalThis.setTimeout(() => {
        waiting.delete(begin);
        reject(new Failure('TOO_MANY_REQUESTS', [], 1));
      }, longestWait * 1000);
      waiting.add(begin);
    });
  }

  return {
    async take(who, { isWrite = false, costlyAs } = {}) {
      const secondsLeft = takeCall(who) ?? (isWrite ? takeWrite(who) : undefined);
      if (secondsLeft !== undefined) return refuse(secondsLeft);
      const lane = costlyAs === undefined ? who : `${who} ${costlyAs}`;
      const queue = queues.get(lane) ?? { running: 0, waiting: new Set() };
      queues.set(lane, queue);
      // When a call ends, the next one takes its place, so `running` does not change.
      if (queue.running < (costlyAs === undefined ? MOST_AT_ONCE : 1)) queue.running += 1;
      else await wait(queue);
      return () => {
        const [next] = queue.waiting;
        if (next) return next();
        queue.running -= 1;
        if (queue.running === 0) queues.delete(lane);
      };
    },
  };
}
