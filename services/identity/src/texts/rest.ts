import { setTimeout } from 'node:timers/promises';
import { HOUR_MS } from '@app/contracts/durations.ts';

const FIRST_MS = 250;
/** A code is of use for ten minutes. */
const LONGEST_MS = 30_000;

export type Rest = ReturnType<typeof createRest>;

/**
 * After a fault of the gateway itself, one text at a time tries whether it is well again, ever more rarely: each that a sick
 * gateway gets may be lost. Meanwhile the others in hand wait, so that the queue stands still.
 */
export function createRest() {
  let pauseMs = 0;
  let until = 0;
  let trial: Promise<void> | undefined;
  let faultNotedAt = -Infinity;
  return {
    /** Waits while it rests. Undefined if it is not well after that; else a text may leave, and says when it is done. */
    async begin(): Promise<(() => void) | undefined> {
      if (pauseMs === 0) return () => {};
      await setTimeout(Math.max(until - performance.now(), 0), undefined, { ref: false });
      if (pauseMs > 0 && trial === undefined) {
        const { promise, resolve } = Promise.withResolvers<void>();
        trial = promise;
        return () => {
          trial = undefined;
          resolve();
        };
      }
      await trial;
      return pauseMs === 0 ? () => {} : undefined;
    },
    /** Whether this is the first fault after it was well. */
    note(isWell: boolean): boolean {
      const wasWell = pauseMs === 0;
      if (isWell) pauseMs = 0;
      else if (performance.now() >= until) {
        pauseMs = Math.min(Math.max(pauseMs * 2, FIRST_MS), LONGEST_MS);
        until = performance.now() + pauseMs;
      }
      return wasWell && !isWell;
    },
    /** Whether it is an hour since our sender id or our text was last refused: each text of one network may meet that. */
    noteOwnFault(): boolean {
      if (performance.now() - faultNotedAt < HOUR_MS) return false;
      faultNotedAt = performance.now();
      return true;
    },
  };
}
