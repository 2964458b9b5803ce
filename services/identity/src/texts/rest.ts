import { setTimeout } from 'node:timers/promises';

const FIRST_MS = 250;
/** A code is of use for ten minutes. */
const LONGEST_MS = 30_000;

export type Rest = ReturnType<typeof createRest>;

/**
 * After a fault of the gateway itself, one text at a time tries whether it is well again, ever more rarely: each that a sick
 * gateway gets may be lost.
 */
export function createRest() {
  let pauseMs = 0;
  let until = 0;
  let isTrying = false;
  return {
    /** Waits while it rests; whether a text may leave then. */
    async begin(): Promise<boolean> {
      if (pauseMs === 0) return true;
      const resting = until;
      await setTimeout(Math.max(resting - performance.now(), 0), undefined, { ref: false });
      if (pauseMs === 0) return true;
      if (isTrying || until !== resting) return false;
      isTrying = true;
      return true;
    },
    /** Whether this is the first fault after it was well. */
    note(isWell: boolean): boolean {
      const wasWell = pauseMs === 0;
      isTrying = false;
      pauseMs = isWell ? 0 : Math.min(Math.max(pauseMs * 2, FIRST_MS), LONGEST_MS);
      until = performance.now() + pauseMs;
      return wasWell && !isWell;
    },
    /** Nothing was handed over after all. */
    giveUp(): void {
      isTrying = false;
    },
  };
}
