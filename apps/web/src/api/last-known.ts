import { hashKey, type Query, type QueryCache } from '@tanstack/react-query';
import { readUser } from '../session/session.ts';
import { pageBuild } from './build.ts';

const STORAGE_KEY = 'lastKnown';
const SETTLE_MS = 1_000;
const MOST_ANSWERS = 40;
/** Browsers can store ten times as much, but drafts are more important. */
const MOST_CHARACTERS = 500_000;

interface Answer {
  data: unknown;
  /** The unit is milliseconds since 1970. */
  at: number;
}

interface Stored {
  userId: string;
  build: string;
  answers: Record<string, Answer>;
}

let answers = new Map<string, Answer>();
let stopFollowing: (() => void) | undefined;

function read(userId: string): Map<string, Answer> {
  try {
    const stored = JSON.parse(localStorage.getItem(STORAGE_KEY) ?? 'null') as Stored | null;
    const isOurs = stored?.userId === userId && stored.build === pageBuild();
    return new Map(isOurs ? Object.entries(stored.answers) : []);
  } catch {
    return new Map();
  }
}

/** Other tabs write too. For each query, the newest response is stored. */
function write(userId: string): void {
  const all = read(userId);
  for (const [hash, answer] of answers) {
    if (answer.at > (all.get(hash)?.at ?? 0)) all.set(hash, answer);
  }
  const newest = [...all].sort(([, one], [, other]) => other.at - one.at).slice(0, MOST_ANSWERS);
  let left = MOST_CHARACTERS;
  const fitting = newest.filter(([, { data }]) => (left -= JSON.stringify(data).length) > 0);
  const stored: Stored = { userId, build: pageBuild(), answers: Object.fromEntries(fitting) };
  try {
    localStorage.setItem(STORAGE_KEY, JSON.stringify(stored));
  } catch {}
}

/** Stores responses on the device until the log-out, for queries with `isKept`. */
export function storeResponses(cache: QueryCache, userId: string | undefined): void {
  stopFollowing?.();
  answers = new Map();
  if (userId === undefined) return;
  answers = read(userId);
  let timer: ReturnType<typeof setTimeout> | undefined;
  const settle = () => {
    if (timer === undefined) return;
    clearTimeout(timer);
    timer = undefined;
    // If the user is another one, a log-out has cleared this device. Then nothing may be written.
    if (readUser()?.userId === userId) write(userId);
  };
  const unsubscribe = cache.subscribe(({ type, query }) => {
    const { data, dataUpdatedAt: at } = query.state;
    // Initial data has no time, so it is not stored.
    if (type !== 'updated' || query.meta?.isKept !== true || at === 0) return;
    if (at <= (answers.get(query.queryHash)?.at ?? 0)) return;
    answers.set(query.queryHash, { data, at });
    timer ??= setTimeout(settle, SETTLE_MS);
  });
  window.addEventListener('pagehide', settle);
  stopFollowing = () => {
    clearTimeout(timer);
    unsubscribe();
    window.removeEventListener('pagehide', settle);
  };
}

export function deleteLastKnown(queryKey: readonly unknown[]): void {
  const keyPrefix = hashKey(queryKey).slice(0, -1);
  for (const hash of answers.keys()) if (hash.startsWith(keyPrefix)) answers.delete(hash);
}

export function lastKnownData(queryKey: readonly unknown[]) {
  return {
    meta: { isKept: true },
    initialData: () => answers.get(hashKey(queryKey))?.data as undefined,
    initialDataUpdatedAt: 0,
  };
}

/** Returns milliseconds since 1970. */
export function responseTime({ state, queryHash }: Query): number {
  return state.dataUpdatedAt || (answers.get(queryHash)?.at ?? Date.now());
}
