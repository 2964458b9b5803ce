/**
 * Runs in a page and disables the timers that match. Timers of toasts keep running; only they pass an
 * argument.
 */
const without = (isOne: string) => `{
  const { setTimeout } = globalThis;
  globalThis.setTimeout = (act, ms, ...given) =>
    (${isOne}) && given.length === 0 ? 0 : setTimeout(act, ms, ...given);
}`;

/** A page that starts slowly must not report lost events. */
export const NEVER_LOST = without('ms === 5000');
/** A Google window waits for the page that opened it, however slow it is, and then closes. */
export const GOOGLE_WAITS = without('ms === 3000');
/** Draft answers are not sent by the autosave timer. */
export const KEPT_BY_NO_CLOCK = without('ms >= 3000');
/** The page does not prefetch for offline use, which would add to the measured size on a slow machine. */
export const NEVER_PREPARED = without('ms === 2000');

/** Delayed work of a page waits for `releaseDebounced()`. */
export const DEBOUNCE_UNTIL_RELEASED = `{
  const { setTimeout, clearTimeout } = globalThis;
  const gathered = new Map();
  let last = 0;
  globalThis.setTimeout = (act, ms, ...given) => {
    if (ms !== 1000) return setTimeout(act, ms, ...given);
    gathered.set(--last, act);
    return last;
  };
  globalThis.clearTimeout = (handle) => void (gathered.delete(handle) || clearTimeout(handle));
  globalThis.releaseDebounced = () => {
    for (const act of [...gathered.values()]) act();
    gathered.clear();
  };
}`;
