/** What presence needs of the browser; tests bring their own. */
export interface PageEdges {
  isHidden: () => boolean;
  isOnline: () => boolean;
  onChange: (listener: () => void) => () => void;
}

const events = [
  ['document', 'visibilitychange'],
  ['window', 'online'],
  ['window', 'offline'],
] as const;

const browserPage: PageEdges = {
  isHidden: () => document.hidden,
  isOnline: () => navigator.onLine,
  onChange(listener) {
    for (const [where, name] of events) globalThis[where].addEventListener(name, listener);
    return () => {
      for (const [where, name] of events) globalThis[where].removeEventListener(name, listener);
    };
  },
};

export interface Presence {
  /** The page is looked at, now or again. */
  onCome: () => void;
  /** It has been hidden for `graceMs`, or the device is offline. */
  onGo: () => void;
}

/** Tells when somebody may be looking; stops when the returned function is called. */
export function followPresence(
  graceMs: number,
  { onCome, onGo }: Presence,
  page: PageEdges = browserPage,
): () => void {
  let timer: ReturnType<typeof setTimeout> | undefined;
  const look = () => {
    clearTimeout(timer);
    if (!page.isOnline()) onGo();
    else if (page.isHidden()) timer = setTimeout(onGo, graceMs);
    else onCome();
  };
  const stop = page.onChange(look);
  look();
  return () => {
    stop();
    clearTimeout(timer);
  };
}
