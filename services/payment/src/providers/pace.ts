import { setTimeout } from 'node:timers/promises';

export interface Clock {
  now(): number;
  wait(ms: number): Promise<unknown>;
}

export const REAL: Clock = { now: Date.now, wait: (ms) => setTimeout(ms) };

/** Lets so many a second pass, in the order in which they came; of this process alone, so nodes share what is allowed. */
export function createPace(perSecond: number, { now, wait }: Clock = REAL): () => Promise<void> {
  const gap = 1000 / perSecond;
  let free = Number.NEGATIVE_INFINITY;
  return async () => {
    const [asked, turn] = [now(), Math.max(now(), free)];
    free = turn + gap;
    if (turn > asked) await wait(turn - asked);
  };
}
