import { randomUUID } from 'node:crypto';
import { setTimeout as wait } from 'node:timers/promises';
import type { UnreadEvent } from '@app/contracts/project/notifications.ts';
import { type Engine, refuseInsideTransaction } from '@app/kit/database.ts';
import type { Log } from '@app/kit/log.ts';
import { ASYNCHRONOUSLY } from '@app/kit/retried-writes.ts';
import { sql } from 'kysely';
import { MINUTE_MS } from '@app/contracts/durations.ts';
import type { OpenPages, NotifyOfOpenings } from '../deps.ts';
import { countUnread } from './reads.ts';
import type { Db } from '../schema.ts';

/**
 * PostgreSQL commits transactions with NOTIFY one by one, so this one does not wait for the disk. If a crash
 * loses it, all listeners are disconnected too, and they load again.
 */
async function notifyNodes(db: Db, channel: string, payloads: readonly string[]): Promise<void> {
  await sql`
    with quick as (${sql.raw(ASYNCHRONOUSLY)})
    select pg_notify(${channel}, payload) from quick, unnest(${payloads}::text[]) as payload`.execute(db);
}

/** REFRESH sends an event only if the count has changed. The other reasons always send one. */
type Reason = 'REFRESH' | 'NOTIFICATION' | 'STUDY_CHANGED';

interface Watcher {
  notify(unreadCount: number, reasons: ReadonlySet<Reason>): void;
}

const CHANNEL = 'project_open_pages';
/** Changes within this time become one event. */
const COLLECT_MS = 50;
/** The payload of NOTIFY has at most 8,000 bytes. */
const IDS_PER_PAYLOAD = 200;
const STUDY_PREFIX = '+';
/** If a payload starts with this sign, the pages of its people must load again. */
const CHANGED = '!';
/** This payload means all people, because a study that opens may fit anyone. */
const STUDY_OPENED_PAYLOAD = '*';
const PEOPLE_PER_QUERY = 500;
/**
 * A study that opens refreshes every page. Few people are read at a time, so that other requests can run in
 * between.
 */
const PEOPLE_PER_READ = 50;
const READ_PAUSE_MS = 100;
/** If a notification is lost, a page is outdated for this time at most. */
const REFRESH_MS = MINUTE_MS;

type FindApplicantsAmong = (
  db: Db,
  studyIds: readonly string[],
  userIds: readonly string[],
) => Promise<string[]>;

export function createOpenPages(
  { engine, db, log }: { engine: Pick<Engine, 'listen' | 'readers'>; db: Db; log: Log },
  findApplicantsAmong: FindApplicantsAmong,
  notifyOfOpenings: NotifyOfOpenings,
): OpenPages {
  const nodeId = randomUUID();
  const watchers = new Map<string, Set<Watcher>>();
  const stale = new Map<string, Set<Reason>>();
  const unsent = new Set<string>();
  let isReading = false;
  let collecting: NodeJS.Timeout | undefined;
  let refreshing: NodeJS.Timeout | undefined;
  let isListening = false;

  function refresh(userIds: Iterable<string>, ...reasons: Reason[]): void {
    for (const userId of userIds) {
      if (watchers.has(userId)) stale.set(userId, new Set([...(stale.get(userId) ?? []), ...reasons]));
    }
    if (!isReading) void readStale();
  }

  const refreshAll = (reason: Reason) => refresh(watchers.keys(), reason);

  async function refreshApplicants(studyIds: readonly string[]): Promise<void> {
    const people = [...watchers.keys()];
    for (let from = 0; from < people.length; from += PEOPLE_PER_QUERY) {
      const some = people.slice(from, from + PEOPLE_PER_QUERY);
      refresh(await findApplicantsAmong(db, studyIds, some), 'STUDY_CHANGED');
    }
  }

  async function readStale(): Promise<void> {
    isReading = true;
    while (stale.size > 0) {
      const people = nextPeople();
      for (const userId of people.keys()) stale.delete(userId);
      try {
        const refreshed = [...people].filter(([, reasons]) => reasons.has('REFRESH'));
        if (refreshed.length > 0)
          await notifyOfOpenings(
            db,
            refreshed.map(([userId]) => userId),
          );
        const counts = await countUnread(db, [...people.keys()]);
        for (const [userId, reasons] of people) {
          for (const watcher of watchers.get(userId) ?? []) watcher.notify(counts.get(userId) ?? 0, reasons);
        }
      } catch (error) {
        // If this fails, the next notification or refresh tries again.
        for (const [userId, reasons] of people) {
          stale.set(userId, reasons.union(stale.get(userId) ?? new Set<Reason>()).add('NOTIFICATION'));
        }
        log.warn({ err: error }, 'open pages are behind');
        break;
      }
      if (stale.size > 0) await wait(READ_PAUSE_MS, undefined, { ref: false });
    }
    isReading = false;
  }

  function nextPeople(): Map<string, Set<Reason>> {
    const own = stale.entries().filter(([, reasons]) => reasons.has('NOTIFICATION'));
    return new Map(
      [...own.take(PEOPLE_PER_READ), ...stale.entries().take(PEOPLE_PER_READ)].slice(0, PEOPLE_PER_READ),
    );
  }

  function send(): void {
    const words = [...unsent];
    unsent.clear();
    collecting = undefined;
    void processPayload(words);
    const payloads = Array.from({ length: Math.ceil(words.length / IDS_PER_PAYLOAD) }, (_, index) =>
      [nodeId, ...words.slice(index * IDS_PER_PAYLOAD, (index + 1) * IDS_PER_PAYLOAD)].join(' '),
    );
    notifyNodes(db, CHANNEL, payloads).catch((error: unknown) =>
      log.warn({ err: error }, 'the pages on other nodes are behind'),
    );
  }

  function handlePayload(payload: string): void {
    const [from, ...words] = payload.split(' ');
    if (from !== nodeId) void processPayload(words);
  }

  async function processPayload(words: readonly string[]): Promise<void> {
    // Pages may read from a replica, so the replica must have the changes before they load.
    await engine.readers?.untilFresh();
    const marked = (mark: string) =>
      words.filter((word) => word.startsWith(mark)).map((word) => word.slice(1));
    const studies = marked(STUDY_PREFIX);
    refresh(marked(CHANGED), 'NOTIFICATION', 'STUDY_CHANGED');
    refresh(words, 'NOTIFICATION');
    if (words.includes(STUDY_OPENED_PAYLOAD)) refreshAll('REFRESH');
    if (studies.length === 0) return;
    refreshApplicants(studies).catch((error: unknown) => {
      log.warn({ err: error }, 'open pages are behind');
      refreshAll('STUDY_CHANGED');
    });
  }

  function enter(userId: string, watcher: Watcher): void {
    watchers.set(userId, (watchers.get(userId) ?? new Set()).add(watcher));
    refreshing ??= setInterval(() => refreshAll('REFRESH'), REFRESH_MS).unref();
    if (isListening) return;
    isListening = true;
    let hasUpdate = false;
    engine.listen(CHANNEL, {
      onPayload: handlePayload,
      onListening() {
        // We do not know which studies changed while the connection was lost, so all pages are refreshed.
        refreshAll(hasUpdate ? 'STUDY_CHANGED' : 'REFRESH');
        hasUpdate = true;
      },
    });
  }

  function leave(userId: string, watcher: Watcher): void {
    const own = watchers.get(userId);
    own?.delete(watcher);
    if (own?.size === 0) {
      watchers.delete(userId);
      stale.delete(userId);
    }
    if (watchers.size > 0) return;
    clearInterval(refreshing);
    refreshing = undefined;
  }

  function collect(words: readonly string[]): void {
    refuseInsideTransaction('Notifying open pages');
    for (const word of words) unsent.add(word);
    if (unsent.size > 0) collecting ??= setTimeout(send, COLLECT_MS);
  }

  return {
    notify: collect,
    notifyChanged: (userIds) => collect(userIds.map((userId) => CHANGED + userId)),
    notifyApplicants: (studyId) => collect([STUDY_PREFIX + studyId]),
    notifyOpened: () => collect([STUDY_OPENED_PAYLOAD]),
    watch: (userId) => ({
      [Symbol.asyncIterator]() {
        async function count() {
          await notifyOfOpenings(db, [userId]);
          return (await countUnread(db, [userId])).get(userId) ?? 0;
        }
        const watch = createWatch(count, { onEnd: () => leave(userId, watch.watcher) });
        enter(userId, watch.watcher);
        return watch.iterator;
      },
    }),
  };
}

/** A slow reader may miss some counts, but no change of a study. */
function createWatch(count: () => Promise<number>, { onEnd }: { onEnd(): void }) {
  let latest: number | undefined;
  let [hasStarted, hasChanged, hasEnded] = [false, false, false];
  let woken = Promise.withResolvers<void>();

  const watcher: Watcher = {
    notify(unreadCount, reasons) {
      const hasNotification = reasons.has('NOTIFICATION') || reasons.has('STUDY_CHANGED');
      // The first event has the count, so earlier events are dropped.
      if (latest !== undefined && (hasNotification || unreadCount !== latest)) woken.resolve();
      if (reasons.has('STUDY_CHANGED')) hasChanged = true;
      latest = unreadCount;
    },
  };
  const iterator: AsyncIterator<UnreadEvent, undefined> = {
    async next() {
      if (hasStarted) {
        await woken.promise;
        woken = Promise.withResolvers();
      } else {
        hasStarted = true;
        const counted = await count();
        // If another count arrived during the query, it is newer and is used.
        latest ??= counted;
      }
      if (hasEnded) return { done: true, value: undefined };
      const value = { unreadCount: latest ?? 0, ...(hasChanged ? { studyChanged: true as const } : {}) };
      hasChanged = false;
      return { done: false, value };
    },
    async return() {
      if (!hasEnded) onEnd();
      hasEnded = true;
      woken.resolve();
      return { done: true, value: undefined };
    },
  };
  return { watcher, iterator };
}
