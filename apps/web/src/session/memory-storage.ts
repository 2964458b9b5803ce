/** A full storage may accept a few letters, but a log-in needs more. */
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

/** Stores values in memory only, and removes them from the browser's storage. */
function inMemory(own: Storage | null | undefined): Storage {
  // Even a full storage can be read.
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
 * True if storage is full or blocked, or if cookies are disabled. Then values are lost when the page closes.
 */
export const isStorageInMemory =
  typeof window !== 'undefined' &&
  [
    replaceUnlessWritable('localStorage'),
    replaceUnlessWritable('sessionStorage'),
    !navigator.cookieEnabled,
  ].includes(true);
