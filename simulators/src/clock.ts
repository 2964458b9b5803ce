export interface Clock {
  now(): number;
  after(ms: number, work: () => unknown): void;
}

export const waitFor = (clock: Clock, ms: number): Promise<void> =>
  new Promise((resolve) => {
    clock.after(ms, resolve);
  });

export interface ManualClock extends Clock {
  /** Moves the time forward, and runs each piece of work at its own time. */
  advance(ms: number): Promise<void>;
}

export function createManualClock(start = Date.UTC(2026, 0, 5, 9)): ManualClock {
  const due: { at: number; work: () => unknown }[] = [];
  let now = start;
  return {
    now: () => now,
    after(ms, work) {
      due.push({ at: now + ms, work });
    },
    async advance(ms) {
      const until = now + ms;
      for (;;) {
        const next = due.reduce((first, one, at) => (one.at < (due[first]?.at ?? Infinity) ? at : first), -1);
        const [task] = next >= 0 && (due[next]?.at ?? Infinity) <= until ? due.splice(next, 1) : [];
        if (!task) break;
        now = Math.max(now, task.at);
        await task.work();
      }
      now = Math.max(now, until);
    },
  };
}

/** Timers of Node cannot be longer than this. */
const MAX_TIMER_MS = 2 ** 31 - 1;

export function machineClock(): Clock {
  return {
    now: () => Date.now(),
    after(ms, work) {
      setTimeout(() => void work(), Math.min(ms, MAX_TIMER_MS)).unref();
    },
  };
}
