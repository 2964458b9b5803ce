import { codeOf } from './problem.ts';

/**
 * For a statement that is its own transaction: its commit does not wait for the disk and can be lost in a
 * crash. The log is ordered, so a later durable commit implies it.
 */
export const ASYNCHRONOUSLY = "select set_config('synchronous_commit', 'off', true)";

const PAUSE_MS = 300;
/** Limits memory during an outage; further writes are dropped. */
const MOST_WAITING = 1000;

type Work = () => Promise<unknown>;

/** Small writes that survive a database outage. */
export interface RetriedWrites {
  /** At once, or after an outage. */
  now(work: Work): Promise<void>;
  /** Until it succeeds or fails for another reason. */
  later(work: Work): void;
}

/** One at a time, to spare a database that has just recovered; each is retried for `forMs`. */
export function createRetriedWrites(forMs: number): RetriedWrites {
  const waiting: { work: Work; until: number }[] = [];

  function later(work: Work): void {
    if (waiting.length === MOST_WAITING) return;
    waiting.push({ work, until: Date.now() + forMs });
    if (waiting.length === 1) pause();
  }

  function pause(): void {
    setTimeout(() => void doAll(), PAUSE_MS).unref();
  }

  async function doAll(): Promise<void> {
    for (let next = waiting[0]; next; next = waiting[0]) {
      if (Date.now() < next.until && (await isHeldUp(next.work))) return pause();
      waiting.shift();
    }
  }

  return {
    async now(work) {
      try {
        await work();
      } catch (error) {
        if (!isOutage(error)) throw error;
        later(work);
      }
    },
    later,
  };
}

const isOutage = (error: unknown) => codeOf(error).code === 'UNAVAILABLE';

const isHeldUp = (work: Work): Promise<boolean> => work().then(() => false, isOutage);
