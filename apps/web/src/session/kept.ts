/** Larger than what a log-in keeps: a store may take a few letters and no more. */
const PROBE = 'x'.repeat(4096);

/** A store may be blocked, missing or broken, each with an error of its own. */
function attempt<T>(work: () => T): T | undefined {
  try {
    return work();
  } catch {
    return undefined;
  }
}

function isKeeping(name: 'localStorage' | 'sessionStorage'): boolean {
  const kept = attempt(() => {
    window[name].setItem('probe', PROBE);
    window[name].removeItem('probe');
    return true;
  });
  return kept === true;
}

/** Web Storage of this page alone, gone when it is left. What is taken out of it leaves the browser's own store too. */
function inMemory(own: Storage | null | undefined): Storage {
  // What can still be read of a store that takes nothing more.
  const kept = new Map<string, string>(attempt(() => Object.entries(own ?? {})));
  return {
    get length() {
      return kept.size;
    },
    key: (index) => [...kept.keys()][index] ?? null,
    getItem: (key) => kept.get(key) ?? null,
    setItem: (key, value) => void kept.set(key, value),
    removeItem(key) {
      kept.delete(key);
      attempt(() => own?.removeItem(key));
    },
    clear() {
      kept.clear();
      attempt(() => own?.clear());
    },
  };
}

function standIn(name: 'localStorage' | 'sessionStorage'): boolean {
  if (isKeeping(name)) return false;
  const value = inMemory(attempt(() => window[name]));
  Object.defineProperty(window, name, { value, configurable: true });
  return true;
}

/**
 * Whether this browser keeps nothing for the page: its storage is full, blocked or missing, or its cookies are refused.
 * Everything goes on in memory then, for as long as the page is open.
 */
export const keepsNothing =
  typeof window !== 'undefined' &&
  [standIn('localStorage'), standIn('sessionStorage'), !navigator.cookieEnabled].includes(true);
