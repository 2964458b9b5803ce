import { codeOf } from './problem.ts';

/**
 * In a statement that is a transaction of its own: its commit does not wait for the disk, so a crash of the database
 * may lose it. The log is written in order, so a later durable commit is never kept without it.
 */
export const ASYNCHRONOUSLY = "select set_config('synchronous_commit', 'off', true)";

const PAUSE_MS = 300;
/** What an outage leaves behind is held in memory; beyond this it is given up. */
const MOST_WAITING = 1000;

type Work = () => Promise<unknown>;

/** Small writes that an outage of the database holds up, but does not undo. */
export interface RetriedWrites {
  /** At once or, where the database is away, later. */
  now(work: Work): Promise<void>;
  /** In the background, until it succeeds or fails for another reason than an outage, such as a closed database. */
  later(work: Work): void;
}

/** Does one thing after the other, so that a database that comes back is not met by all of them; each only for so long. */
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
