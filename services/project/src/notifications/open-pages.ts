import { randomUUID } from 'node:crypto';
import type { Engine } from '@app/kit/database.ts';
import { refuseInsideTransaction } from '@app/kit/database.ts';
import type { Log } from '@app/kit/log.ts';
import type { Db } from '../schema.ts';
import { countUnread, notifyNodes } from './queries.ts';

interface Unread {
  unreadCount: number;
}

/** Pages that are open now, on this node and the others. Best effort: what is true stands in the table. */
export interface OpenPages {
  /** Wakes the pages of these people. After the commit, never in the transaction. */
  nudge(userIds: readonly string[]): void;
  /** At once, then whenever there is news; of several at once the last only. Its `return` ends it at once. */
  watch(userId: string): AsyncIterable<Unread>;
}

interface Watcher {
  tell(unreadCount: number, isNews: boolean): void;
}

const CHANNEL = 'project_open_pages';
/** What happens to one person within this time wakes their pages once. */
const COLLECT_MS = 50;
/** A payload of NOTIFY holds 8,000 bytes. */
const IDS_A_PAYLOAD = 200;
const PEOPLE_A_READING = 500;
/** So long a page may be wrong after a nudge was lost. */
const REFRESH_MS = 60_000;

export function createOpenPages(engine: Pick<Engine, 'listen'>, db: Db, log: Log): OpenPages {
  const nodeId = randomUUID();
  const watchers = new Map<string, Set<Watcher>>();
  /** Whose count is to be read, and whether they are told even if it is the same: another list may have as many. */
  const stale = new Map<string, boolean>();
  const unsaid = new Set<string>();
  let isReading = false;
  let collecting: NodeJS.Timeout | undefined;
  let refreshing: NodeJS.Timeout | undefined;
  let isListening = false;

  function refresh(userIds: Iterable<string>, isNews: boolean): void {
    for (const userId of userIds) {
      if (watchers.has(userId)) stale.set(userId, isNews || stale.get(userId) === true);
    }
    if (!isReading) void readStale();
  }

  async function readStale(): Promise<void> {
    isReading = true;
    while (stale.size > 0) {
      const people = new Map(stale.entries().take(PEOPLE_A_READING));
      for (const userId of people.keys()) stale.delete(userId);
      try {
        const counts = await countUnread(db, [...people.keys()]);
        for (const [userId, isNews] of people) {
          for (const watcher of watchers.get(userId) ?? []) watcher.tell(counts.get(userId) ?? 0, isNews);
        }
      } catch (error) {
        // With the next nudge, or at the next refreshing.
        for (const userId of people.keys()) stale.set(userId, true);
        log.warn({ err: error }, 'open pages are behind');
        break;
      }
    }
    isReading = false;
  }

  function say(): void {
    const userIds = [...unsaid];
    unsaid.clear();
    collecting = undefined;
    refresh(userIds, true);
    const payloads = Array.from({ length: Math.ceil(userIds.length / IDS_A_PAYLOAD) }, (_, index) =>
      [nodeId, ...userIds.slice(index * IDS_A_PAYLOAD, (index + 1) * IDS_A_PAYLOAD)].join(' '),
    );
    notifyNodes(db, CHANNEL, payloads).catch((error: unknown) =>
      log.warn({ err: error }, 'the pages on other nodes are behind'),
    );
  }

  function hear(payload: string): void {
    const [from, ...userIds] = payload.split(' ');
    if (from !== nodeId) refresh(userIds, true);
  }

  function enter(userId: string, watcher: Watcher): void {
    watchers.set(userId, (watchers.get(userId) ?? new Set()).add(watcher));
    const refreshAll = () => refresh(watchers.keys(), false);
    refreshing ??= setInterval(refreshAll, REFRESH_MS).unref();
    if (isListening) return;
    isListening = true;
    engine.listen(CHANNEL, { onPayload: hear, onListening: refreshAll });
  }

  function leave(userId: string, watcher: Watcher): void {
    const own = watchers.get(userId);
    own?.delete(watcher);
    if (own?.size === 0) watchers.delete(userId);
    if (watchers.size > 0) return;
    clearInterval(refreshing);
    refreshing = undefined;
  }

  return {
    nudge(userIds) {
      refuseInsideTransaction('Waking open pages');
      for (const userId of userIds) unsaid.add(userId);
      if (unsaid.size > 0) collecting ??= setTimeout(say, COLLECT_MS);
    },
    watch: (userId) => ({
      [Symbol.asyncIterator]() {
        const watch = createWatch(async () => (await countUnread(db, [userId])).get(userId) ?? 0, {
          onEnd: () => leave(userId, watch.watcher),
        });
        enter(userId, watch.watcher);
        return watch.iterator;
      },
    }),
  };
}

/** The latest count as an iterator: whoever reads slowly misses the counts between. */
function createWatch(count: () => Promise<number>, { onEnd }: { onEnd(): void }) {
  let latest: number | undefined;
  let [hasBegun, isOver] = [false, false];
  let woken = Promise.withResolvers<void>();

  const watcher: Watcher = {
    tell(unreadCount, isNews) {
      // Before the first event there is nobody to wake: that one tells it.
      if (latest !== undefined && (isNews || unreadCount !== latest)) woken.resolve();
      latest = unreadCount;
    },
  };
  const iterator: AsyncIterator<Unread, undefined> = {
    async next() {
      if (hasBegun) {
        await woken.promise;
        woken = Promise.withResolvers();
      } else {
        hasBegun = true;
        const counted = await count();
        // What was told meanwhile is newer.
        latest ??= counted;
      }
      return isOver ? { done: true, value: undefined } : { done: false, value: { unreadCount: latest ?? 0 } };
    },
    async return() {
      if (!isOver) onEnd();
      isOver = true;
      woken.resolve();
      return { done: true, value: undefined };
    },
  };
  return { watcher, iterator };
}
