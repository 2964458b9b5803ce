/** Larger than what a log-in keeps: a store may take a few letters and no more. */
const PROBE = 'x'.repeat(4096);

function isKeeping(name: 'localStorage' | 'sessionStorage'): boolean {
  try {
    window[name].setItem('probe', PROBE);
    window[name].removeItem('probe');
    return true;
  } catch {
    return false;
  }
}

/** What can still be read of a store that takes nothing more. */
function entriesOf(name: 'localStorage' | 'sessionStorage'): [string, string][] {
  try {
    return Object.entries(window[name]);
  } catch {
    return [];
  }
}

/** Web Storage of this page alone, gone when it is left. */
function inMemory(entries: [string, string][]): Storage {
  const kept = new Map(entries);
  return {
    get length() {
      return kept.size;
    },
    key: (index) => [...kept.keys()][index] ?? null,
    getItem: (key) => kept.get(key) ?? null,
    setItem: (key, value) => void kept.set(key, value),
    removeItem: (key) => void kept.delete(key),
    clear: () => kept.clear(),
  };
}

function standIn(name: 'localStorage' | 'sessionStorage'): boolean {
  if (isKeeping(name)) return false;
  Object.defineProperty(window, name, { value: inMemory(entriesOf(name)), configurable: true });
  return true;
}

/**
 * Whether this browser keeps nothing for the page: its storage is full, blocked or missing, or its cookies are refused.
 * Everything goes on in memory then, for as long as the page is open.
 */
export const keepsNothing =
  typeof window !== 'undefined' &&
  [standIn('localStorage'), standIn('sessionStorage'), !navigator.cookieEnabled].includes(true);
