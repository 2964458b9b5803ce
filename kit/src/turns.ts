import { LRUCache } from 'lru-cache';
import * as z from 'zod';
import { Failure } from './problem.ts';
import { integerSetting } from './settings.ts';

/** Fewer than the pool has connections, so that one person never holds all of them. */
const MOST_AT_ONCE = 4;
/** Who sends more than a burst at once gets 429 sooner than these run out. */
const MOST_WAITING = 100;
/** A page begins with many calls, and then is quiet. */
const BURST_SECONDS = 4;
const MOST_REMEMBERED = 10_000;

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
  /** Waits for a turn and gives the end of it. Throws TOO_MANY_REQUESTS where too many wait, or come too fast. */
  take(who: string): Promise<() => void>;
}

/** The settings of it, the same in each service. */
export const TurnSettings = z.object({
  /** In each process: it is counted in memory. */
  CALLS_PER_PERSON_PER_SECOND: integerSetting(1, 1_000_000, 25),
  /** How long a call waits behind others of the same person before it is refused. */
  TURN_WAIT_SECONDS: integerSetting(1, 600, 5),
});

/** A token bucket and a queue for each person. `now` is in milliseconds. */
export function createTurns(
  {
    CALLS_PER_PERSON_PER_SECOND: callsPerSecond,
    TURN_WAIT_SECONDS: longestWait,
  }: z.infer<typeof TurnSettings>,
  now: () => number = () => performance.now(),
): Turns {
  const burst = callsPerSecond * BURST_SECONDS;
  // One that nobody has taken from for so long is full again.
  const buckets = new LRUCache<string, Bucket>({ max: MOST_REMEMBERED, ttl: BURST_SECONDS * 1000 });
  const queues = new Map<string, Queue>();

  function takeToken(who: string): void {
    const at = now();
    const known = buckets.get(who) ?? { left: burst, at };
    const left = Math.min(burst, known.left + ((at - known.at) / 1000) * callsPerSecond) - 1;
    if (left < 0) throw new Failure('TOO_MANY_REQUESTS', [], Math.ceil(-left / callsPerSecond));
    buckets.set(who, { left, at });
  }

  function wait({ waiting }: Queue): Promise<void> {
    if (waiting.size >= MOST_WAITING) throw new Failure('TOO_MANY_REQUESTS', [], longestWait);
    return new Promise((resolve, reject) => {
      const begin = () => {
        clearTimeout(timer);
        waiting.delete(begin);
        resolve();
      };
      const timer = setTimeout(() => {
        waiting.delete(begin);
        reject(new Failure('TOO_MANY_REQUESTS', [], 1));
      }, longestWait * 1000);
      waiting.add(begin);
    });
  }

  return {
    async take(who) {
      takeToken(who);
      const queue = queues.get(who) ?? { running: 0, waiting: new Set() };
      queues.set(who, queue);
      // A turn that ends goes to whoever waits, so the number of those that run stays.
      if (queue.running < MOST_AT_ONCE) queue.running += 1;
      else await wait(queue);
      return () => {
        const [next] = queue.waiting;
        if (next) return next();
        queue.running -= 1;
        if (queue.running === 0) queues.delete(who);
      };
    },
  };
}
