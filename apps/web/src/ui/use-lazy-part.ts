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
