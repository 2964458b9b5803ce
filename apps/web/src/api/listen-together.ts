import { followPresence, type PageEdges } from './presence.ts';

/** A page may be in the background for a moment; a stream that nobody may see costs data and battery. */
const GRACE_MS = 3 * 60_000;

/** What the tabs of one browser need to agree; tests bring their own. */
export interface TabEdges {
  locks: Pick<LockManager, 'request'>;
  openChannel: (name: string) => Pick<BroadcastChannel, 'postMessage' | 'close' | 'addEventListener'>;
}

/** Absent on an insecure origin and in old browsers: there each tab reads for itself. */
function browserTabs(): TabEdges | null {
  if (!navigator.locks || typeof BroadcastChannel === 'undefined') return null;
  return { locks: navigator.locks, openChannel: (name) => new BroadcastChannel(name) };
}

export interface Listening<News> {
  /** The same for all tabs that listen to the same. */
  name: string;
  /** Reads until the signal is aborted, and tells what comes. */
  read: (tell: (news: News) => void, signal: AbortSignal) => Promise<void>;
  onNews: (news: News) => void;
}

/**
 * One stream for all tabs of a browser. The tab that was looked at last reads it, since a phone suspends the others, and
 * tells the rest; when it goes, one that waits goes on.
 */
export function listenTogether<News>(
  { name, read, onNews }: Listening<News>,
  tabs: TabEdges | null = browserTabs(),
  page?: PageEdges,
): () => void {
  const channel = tabs?.openChannel(name);
  channel?.addEventListener('message', ({ data }: MessageEvent<News>) => onNews(data));
  let turn: AbortController | undefined;
  let isReading = false;

  function tell(news: News): void {
    channel?.postMessage(news);
    onNews(news);
  }

  async function readAlone(signal: AbortSignal): Promise<void> {
    isReading = true;
    const told = (news: News) => {
      if (!signal.aborted) tell(news);
    };
    await read(told, signal).finally(() => {
      if (turn?.signal === signal) isReading = false;
    });
  }

  async function take(isFirst: boolean): Promise<void> {
    const mine = new AbortController();
    turn = mine;
    const work = () => readAlone(mine.signal);
    if (!tabs) return work();
    try {
      await tabs.locks.request(name, isFirst ? { steal: true } : { signal: mine.signal }, work);
    } catch {
      if (mine.signal.aborted) return;
      // Another tab has taken it over: wait, in case that one goes.
      leave();
      void take(false);
    }
  }

  function leave(): void {
    turn?.abort();
    turn = undefined;
    isReading = false;
  }

  const stopFollowing = followPresence(
    tabs ? GRACE_MS : 0,
    {
      onCome() {
        if (isReading) return;
        leave();
        void take(true);
      },
      onGo: leave,
    },
    page,
  );
  return () => {
    stopFollowing();
    leave();
    channel?.close();
  };
}
