import { setTimeout } from 'node:timers/promises';
import { LRUCache } from 'lru-cache';
import * as z from 'zod';
import { Failure } from './problem.ts';
import { constant, integerSetting } from './settings.ts';

/** Fewer than the pool has connections, so that one person never holds all of them. */
const MOST_AT_ONCE = 4;
/** Who sends more than a burst at once gets 429 sooner than these run out. */
const MOST_WAITING = 100;
/** A page begins with many calls, and then is quiet. */
const BURST_SECONDS = 4;
const MOST_REMEMBERED = 10_000;
/**
 * Tarpit: a client that asks again as soon as it is refused does so once a second on each connection, at next to no
 * cost.
 */
const REFUSAL_SECONDS = 1;
const MOST_REFUSALS = 1000;

interface Bucket {
  left: number;
  at: number;
}
interface Queue {
  running: number;
  /** Those who wait, first come first served; each is called when it is its turn. */
  waiting: Set<() => void>;
}

/** A fair share of this process for each person, decided in memory before any statement of theirs. */
export interface Turns {
  /**
   * Waits for a turn and gives the end of it. Throws TOO_MANY_REQUESTS where too many wait, or come too fast. Writes
   * have a share of their own besides, as rows stay. A costly call runs once at a time, under its own name.
   */
  take(who: string, what?: { isWrite?: boolean; costlyAs?: string | undefined }): Promise<() => void>;
}

/** The settings of it, the same in each service. */
export const TurnSettings = z.object({
  /** In each process: it is counted in memory. */
  CALLS_PER_PERSON_PER_SECOND: integerSetting(1, 1_000_000, 25),
  /** Rows stay; an hour's worth may come at once. */
  WRITES_PER_PERSON_PER_HOUR: constant(1000),
  /** How long a call waits behind others of the same person before it is refused. */
  TURN_WAIT_SECONDS: constant(5),
});

/** Token buckets: a burst at once, then one in so many seconds. Gives the seconds until the next where there is none. */
function createBuckets(secondsEach: number, burst: number, now: () => number) {
  // One that nobody has taken from for so long is full again.
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

/** Token buckets and a queue for each person. `now` is in milliseconds. */
export function createTurns(settings: z.infer<typeof TurnSettings>, now = () => performance.now()): Turns {
  const { CALLS_PER_PERSON_PER_SECOND: calls, WRITES_PER_PERSON_PER_HOUR: writes } = settings;
  const { TURN_WAIT_SECONDS: longestWait } = settings;
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
      // A turn that ends goes to the next who waits, so the number of running calls stays.
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
