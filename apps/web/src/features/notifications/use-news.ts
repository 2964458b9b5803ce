import { shellWords as words } from '@app/words/shell.ts';
import { useEffect, useRef, useState } from 'react';
import { unreadLabel } from './unread-label.ts';

/** Debounce: what comes within this time is announced together, so a screen reader is not interrupted for each. */
const GATHER_MS = 1_000;

/** What is said of notifications that have come since the page was opened; the badge alone is silent. */
export function useNews(count: number | undefined): string {
  const [news, setNews] = useState('');
  const told = useRef<number>(undefined);
  useEffect(() => {
    if (count === undefined) return undefined;
    const before = told.current;
    if (before === undefined || count <= before) {
      told.current = count;
      if (before !== undefined) setNews('');
      return undefined;
    }
    const timer = setTimeout(() => {
      told.current = count;
      setNews(words.newNotifications(count - before, unreadLabel(count)));
    }, GATHER_MS);
    return () => clearTimeout(timer);
  }, [count]);
  return news;
}
