import { classifyError } from './problem.ts';

/**
 * A statement with this prefix commits without waiting for the disk, so a crash may lose it. The log is
 * ordered: if a later durable commit survives the crash, this one does too.
 */
export const ASYNCHRONOUSLY = "select set_config('synchronous_commit', 'off', true)";

const PAUSE_MS = 300;
/** More writes than this are dropped. */
const MOST_WAITING = 1000;

type Work = () => Promise<unknown>;

export interface RetriedWrites {
  now(work: Work): Promise<void>;
  later(work: Work): void;
}

/** Repeats one write at a time, because the database may have just recovered. */
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

const isOutage = (error: unknown) => classifyError(error).code === 'UNAVAILABLE';

const isHeldUp = (work: Work): Promise<boolean> => work().then(() => false, isOutage);
