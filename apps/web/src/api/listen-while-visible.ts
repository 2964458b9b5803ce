/** What listening needs of the page; tests bring their own. */
export interface PageEdges {
  isHidden: () => boolean;
  isOnline: () => boolean;
  /**
   * Calls back when one of them may have changed, and says whether the page is being left: it may come back as it is
   * (bfcache).
   */
  onChange: (listener: (isLeaving: boolean) => void) => () => void;
  /** Absent on an insecure origin and in old browsers. */
  locks: Pick<LockManager, 'request'> | undefined;
}

const events = [
  ['document', 'visibilitychange'],
  ['window', 'pagehide'],
  ['window', 'pageshow'],
  ['window', 'online'],
  ['window', 'offline'],
] as const;

const browserPage: PageEdges = {
  isHidden: () => document.hidden,
  isOnline: () => navigator.onLine,
  onChange(listener) {
    const tell = ({ type }: Event) => listener(type === 'pagehide');
    for (const [where, name] of events) globalThis[where].addEventListener(name, tell);
    return () => {
      for (const [where, name] of events) globalThis[where].removeEventListener(name, tell);
    };
  },
  get locks() {
    return navigator.locks;
  },
};

/** Of the six connections that HTTP/1.1 has to a host, for all windows of a browser, two are left to calls. */
const MOST_STREAMS = 4;

export interface Listening {
  /** Reads until the signal is aborted; `isBack` where the page has been without a stream, and may have missed something. */
  read: (signal: AbortSignal, isBack: boolean) => Promise<void>;
  /** Too many windows listen already: this one does not, until it is shown again. */
  onCrowded: () => void;
}

/**
 * One stream for each visible tab, closed while it is hidden, in the back-forward cache or offline. Of windows side by
 * side four listen, and the others learn that it is crowded. So over HTTP/1.1 (`npm start` without a proxy) streams
 * never hold all six connections while calls wait for one.
 */
export function listenWhileVisible(
  { read, onCrowded }: Listening,
  page: PageEdges = browserPage,
): () => void {
  let turn: AbortController | undefined;
  let isFirst = true;

  async function listen(signal: AbortSignal, isBack: boolean): Promise<void> {
    const work = async () => {
      if (!signal.aborted) await read(signal, isBack);
      return true;
    };
    if (!page.locks) return void (await work());
    for (let place = 1; place <= MOST_STREAMS; place += 1) {
      const had = await page.locks.request(
        `stream ${place}`,
        { ifAvailable: true },
        (lock) => lock && work(),
      );
      if (had) return;
    }
    if (!signal.aborted) onCrowded();
  }

  function leave(): void {
    turn?.abort();
    turn = undefined;
  }

  function look(isLeaving = false): void {
    const isBack = !isFirst;
    isFirst = false;
    if (isLeaving || page.isHidden() || !page.isOnline()) return leave();
    if (turn) return;
    turn = new AbortController();
    void listen(turn.signal, isBack);
  }

  const stop = page.onChange(look);
  look();
  return () => {
    stop();
    leave();
  };
}
