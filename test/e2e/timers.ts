/** Runs in a page: such timers of it never end. Timers of toasts do; only they pass an argument. */
const without = (isOne: string) => `{
  const { setTimeout } = globalThis;
  globalThis.setTimeout = (act, ms, ...given) =>
    (${isOne}) && given.length === 0 ? 0 : setTimeout(act, ms, ...given);
}`;

/** A page that is slow to begin has not lost its events. */
export const NEVER_LOST = without('ms === 5000');
/** A window of Google waits for the page that opened it, however slow that is, and closes. */
export const GOOGLE_WAITS = without('ms === 3000');
/** Begun answers are sent for another reason than the time. */
export const KEPT_BY_NO_CLOCK = without('ms >= 3000');
/** The page fetches nothing to be ready for a lost connection, which on a slow machine is weighed with the rest. */
export const NEVER_PREPARED = without('ms === 2000');

/** What a page would do a second later waits for `releaseDebounced()`. */
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
