/** A full store may still accept a few letters, but a log-in needs more, so this text tests the store. */
const PROBE = 'x'.repeat(4096);

function attempt<T>(work: () => T): T | undefined {
  try {
    return work();
  } catch {
    return undefined;
  }
}

function isWritable(name: 'localStorage' | 'sessionStorage'): boolean {
  const isProbeStored = attempt(() => {
    window[name].setItem('probe', PROBE);
    window[name].removeItem('probe');
    return true;
  });
  return isProbeStored === true;
}

/** Keeps values in memory, but also removes them from the browser's store. */
function inMemory(own: Storage | null | undefined): Storage {
  // A full store can still be read.
  const values = new Map<string, string>(attempt(() => Object.entries(own ?? {})));
  return {
    get length() {
      return values.size;
    },
    key: (index) => [...values.keys()][index] ?? null,
    getItem: (key) => values.get(key) ?? null,
    setItem: (key, value) => void values.set(key, value),
    removeItem(key) {
      values.delete(key);
      attempt(() => own?.removeItem(key));
    },
    clear() {
      values.clear();
      attempt(() => own?.clear());
    },
  };
}

function replaceUnlessWritable(name: 'localStorage' | 'sessionStorage'): boolean {
  if (isWritable(name)) return false;
  const value = inMemory(attempt(() => window[name]));
  Object.defineProperty(window, name, { value, configurable: true });
  return true;
}

/**
 * True if storage is full or blocked, or cookies are disabled. Values then stay in memory until the page
 * closes.
 */
export const isStorageInMemory =
  typeof window !== 'undefined' &&
  [
    replaceUnlessWritable('localStorage'),
    replaceUnlessWritable('sessionStorage'),
    !navigator.cookieEnabled,
  ].includes(true);
