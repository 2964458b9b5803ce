import { useEffect, useState } from 'react';
import { ALL_DRAFTS } from './stages.ts';

const LOCK = 'study-wizard';
/** How long to wait for the lock: another tab that holds it answers at once, one that is being left gives it up within this. */
const PATIENCE_MS = 200;

const hasLocks = () => 'locks' in navigator;

export type Place = 'ASKING' | 'HERE' | 'ELSEWHERE';

/**
 * Whether this tab is the one that writes: the drafts of all wizards lie under the same keys. It waits for the other tab to
 * be closed, or takes over. Without locks (an insecure origin) it learns of the other only when that one writes.
 */
export function useOneTab(): { place: Place; takeOver: () => void } {
  const [place, setPlace] = useState<Place>(() => (hasLocks() ? 'ASKING' : 'HERE'));
  const [turn, setTurn] = useState({ isTaken: false });

  useEffect(() => {
    if (!hasLocks()) return undefined;
    const waiting = new AbortController();
    let giveUp = () => {};
    const held = new Promise<void>((done) => {
      giveUp = done;
    });
    const timer = setTimeout(() => setPlace('ELSEWHERE'), PATIENCE_MS);
    const options = turn.isTaken ? { steal: true } : { signal: waiting.signal };
    const hold = () => {
      clearTimeout(timer);
      if (waiting.signal.aborted) return undefined;
      setPlace('HERE');
      return held;
    };
    navigator.locks.request(LOCK, options, hold).catch(() => {
      if (waiting.signal.aborted) return;
      // Another tab has taken over.
      setPlace('ELSEWHERE');
      setTurn({ isTaken: false });
    });
    return () => {
      clearTimeout(timer);
      waiting.abort();
      giveUp();
    };
  }, [turn]);

  const isHere = place === 'HERE';
  useEffect(() => {
    if (!isHere) return undefined;
    // What it writes is on the way here; what this one would write would go over it. With the lock held here it is the last
    // word of the tab before: read again, and gone on with.
    const hear = ({ key }: StorageEvent) => {
      if (!ALL_DRAFTS.some((draft) => draft === key)) return;
      if (!hasLocks()) return setPlace('ELSEWHERE');
      setPlace('ASKING');
      setTimeout(() => setPlace((now) => (now === 'ASKING' ? 'HERE' : now)), PATIENCE_MS);
    };
    window.addEventListener('storage', hear);
    return () => window.removeEventListener('storage', hear);
  }, [isHere]);

  return {
    place,
    takeOver() {
      setPlace('HERE');
      setTurn({ isTaken: true });
    },
  };
}
