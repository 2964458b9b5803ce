import { useEffect, useState } from 'react';

interface LoadedPart<T> {
  part: T | undefined;
  isFailed: boolean;
  retry: () => void;
}

const loaded = new WeakMap<() => Promise<unknown>, unknown>();

export function usePart<T>(load: () => Promise<T>, isNeeded: boolean): LoadedPart<T> {
  const [{ part, isFailed }, setState] = useState<{ part?: T | undefined; isFailed: boolean }>({
    part: loaded.get(load) as T | undefined,
    isFailed: false,
  });
  const retry = () => setState({ isFailed: false });
  if (isFailed && !isNeeded) retry();
  const isWanted = isNeeded && part === undefined && !isFailed;
  useEffect(() => {
    if (!isWanted) return undefined;
    let isMounted = true;
    load().then(
      (come) => {
        loaded.set(load, come);
        if (isMounted) setState({ part: come, isFailed: false });
      },
      () => isMounted && setState({ isFailed: true }),
    );
    return () => {
      isMounted = false;
    };
  }, [isWanted, load]);
  return { part, isFailed, retry };
}

const TRY_AGAIN_MS = 30_000;

/** For a part that has no place on the screen for a message that its download failed. */
export function useUnseenPart<T>(load: () => Promise<T>, isNeeded: boolean): T | undefined {
  const { part, isFailed, retry } = usePart(load, isNeeded);
  useEffect(() => {
    if (!isFailed) return undefined;
    const timer = setTimeout(retry, TRY_AGAIN_MS);
    return () => clearTimeout(timer);
  });
  return part;
}

const SETTLED_MS = 2_000;

/** The part is needed later, when there may be no connection. */
export function useLaterPart<T>(load: () => Promise<T>, isNeeded: boolean): T | undefined {
  const [isSettled, setIsSettled] = useState(!navigator.onLine);
  useEffect(() => {
    const timer = setTimeout(() => setIsSettled(true), SETTLED_MS);
    return () => clearTimeout(timer);
  }, []);
  return useUnseenPart(load, isSettled && isNeeded);
}
