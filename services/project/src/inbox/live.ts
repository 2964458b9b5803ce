import { randomUUID } from 'node:crypto';
import type { UnreadEvent } from '@app/contracts/project/notifications.ts';
import type { Engine } from '@app/kit/database.ts';
import { refuseInsideTransaction } from '@app/kit/database.ts';
import type { Log } from '@app/kit/log.ts';
import type { Db } from '../schema.ts';
import { countUnread, notifyNodes } from './queries.ts';

/** Pages that are open now, on this node and the others. Best effort: what is true stands in the table. */
export interface OpenPages {
  /** Wakes the pages of these people. After the commit, never in the transaction. */
  nudge(userIds: readonly string[]): void;
  /** Wakes the pages of those who have applied to a study and, as they know it, wait or are accepted. After the commit too. */
  nudgeApplicants(studyId: string): void;
  /** At once, then whenever there is news; of several at once the last only. Its `return` ends it at once. */
  watch(userId: string): AsyncIterable<UnreadEvent>;
}

/** Without news, people are told of another count only: another list may have as many. */
type Reason = 'REFRESH' | 'NEWS' | 'STUDY_MOVED';

interface Watcher {
  tell(unreadCount: number, reasons: ReadonlySet<Reason>): void;
}

const CHANNEL = 'project_open_pages';
/** What happens to one person within this time wakes their pages once. */
const COLLECT_MS = 50;
/** A payload of NOTIFY holds 8,000 bytes. */
const IDS_A_PAYLOAD = 200;
/** Before the id of a study, among those of people. */
const STUDY = '+';
const PEOPLE_A_READING = 500;
/** So long a page may be wrong after a nudge was lost. */
const REFRESH_MS = 60_000;

/** Which of these people have applied to one of the studies and, as they know it, wait or are accepted. */
type FindWaiting = (db: Db, studyIds: readonly string[], userIds: readonly string[]) => Promise<string[]>;

export function createOpenPages(
  { engine, db, log }: { engine: Pick<Engine, 'listen'>; db: Db; log: Log },
  findWaiting: FindWaiting,
): OpenPages {
  const nodeId = randomUUID();
  const watchers = new Map<string, Set<Watcher>>();
  /** Whose count is to be read, and why. */
  const stale = new Map<string, Set<Reason>>();
  const unsaid = new Set<string>();
  let isReading = false;
  let collecting: NodeJS.Timeout | undefined;
  let refreshing: NodeJS.Timeout | undefined;
  let isListening = false;

  function refresh(userIds: Iterable<string>, reason: Reason): void {
    for (const userId of userIds) {
      if (watchers.has(userId)) stale.set(userId, (stale.get(userId) ?? new Set()).add(reason));
    }
    if (!isReading) void readStale();
  }

  const refreshAll = (reason: Reason) => refresh(watchers.keys(), reason);

  /** Of the people whose pages are open here: how many have applied has no bound. */
  async function refreshApplicants(studyIds: readonly string[]): Promise<void> {
    const people = [...watchers.keys()];
    for (let from = 0; from < people.length; from += PEOPLE_A_READING) {
      const some = people.slice(from, from + PEOPLE_A_READING);
      refresh(await findWaiting(db, studyIds, some), 'STUDY_MOVED');
    }
  }

  async function readStale(): Promise<void> {
    isReading = true;
    while (stale.size > 0) {
      const people = new Map(stale.entries().take(PEOPLE_A_READING));
      for (const userId of people.keys()) stale.delete(userId);
      try {
        const counts = await countUnread(db, [...people.keys()]);
        for (const [userId, reasons] of people) {
          for (const watcher of watchers.get(userId) ?? []) watcher.tell(counts.get(userId) ?? 0, reasons);
        }
      } catch (error) {
        // With the next nudge, or at the next refreshing.
        for (const [userId, reasons] of people) {
          stale.set(userId, reasons.union(stale.get(userId) ?? new Set<Reason>()).add('NEWS'));
        }
        log.warn({ err: error }, 'open pages are behind');
        break;
      }
    }
    isReading = false;
  }

  function say(): void {
    const words = [...unsaid];
    unsaid.clear();
    collecting = undefined;
    take(words);
    const payloads = Array.from({ length: Math.ceil(words.length / IDS_A_PAYLOAD) }, (_, index) =>
      [nodeId, ...words.slice(index * IDS_A_PAYLOAD, (index + 1) * IDS_A_PAYLOAD)].join(' '),
    );
    notifyNodes(db, CHANNEL, payloads).catch((error: unknown) =>
      log.warn({ err: error }, 'the pages on other nodes are behind'),
    );
  }

  function hear(payload: string): void {
    const [from, ...words] = payload.split(' ');
    if (from !== nodeId) take(words);
  }

  function take(words: readonly string[]): void {
    const [userIds, studies] = [
      words.filter((word) => !word.startsWith(STUDY)),
      words.filter((word) => word.startsWith(STUDY)),
    ];
    refresh(userIds, 'NEWS');
    if (studies.length === 0) return;
    refreshApplicants(studies.map((word) => word.slice(STUDY.length))).catch((error: unknown) => {
      log.warn({ err: error }, 'open pages are behind');
      refreshAll('STUDY_MOVED');
    });
  }

  function enter(userId: string, watcher: Watcher): void {
    watchers.set(userId, (watchers.get(userId) ?? new Set()).add(watcher));
    refreshing ??= setInterval(() => refreshAll('REFRESH'), REFRESH_MS).unref();
    if (isListening) return;
    isListening = true;
    let hasHeard = false;
    engine.listen(CHANNEL, {
      onPayload: hear,
      onListening() {
        // Which studies have moved meanwhile is nowhere to be read.
        refreshAll(hasHeard ? 'STUDY_MOVED' : 'REFRESH');
        hasHeard = true;
      },
    });
  }

  function leave(userId: string, watcher: Watcher): void {
    const own = watchers.get(userId);
    own?.delete(watcher);
    if (own?.size === 0) watchers.delete(userId);
    if (watchers.size > 0) return;
    clearInterval(refreshing);
    refreshing = undefined;
  }

  function collect(words: readonly string[]): void {
    refuseInsideTransaction('Waking open pages');
    for (const word of words) unsaid.add(word);
    if (unsaid.size > 0) collecting ??= setTimeout(say, COLLECT_MS);
  }

  return {
    nudge: collect,
    nudgeApplicants: (studyId) => collect([STUDY + studyId]),
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

/** The latest count as an iterator: whoever reads slowly misses the counts between, and never that a study has moved. */
function createWatch(count: () => Promise<number>, { onEnd }: { onEnd(): void }) {
  let latest: number | undefined;
  let [hasBegun, hasMoved, isOver] = [false, false, false];
  let woken = Promise.withResolvers<void>();

  const watcher: Watcher = {
    tell(unreadCount, reasons) {
      const isNews = reasons.has('NEWS') || reasons.has('STUDY_MOVED');
      // Before the first event there is nobody to wake: that one tells it.
      if (latest !== undefined && (isNews || unreadCount !== latest)) woken.resolve();
      if (reasons.has('STUDY_MOVED')) hasMoved = true;
      latest = unreadCount;
    },
  };
  const iterator: AsyncIterator<UnreadEvent, undefined> = {
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
      if (isOver) return { done: true, value: undefined };
      const value = { unreadCount: latest ?? 0, ...(hasMoved ? { studyMoved: true as const } : {}) };
      hasMoved = false;
      return { done: false, value };
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
