import { longDate } from '@app/words/days.ts';
import { useSyncExternalStore } from 'react';
import { serverNow } from '../api/server-clock.ts';
import { timeAgo } from '../format/dates.ts';

const LOOK_EVERY_MS = 30_000;
const listeners = new Set<() => void>();
let timer: ReturnType<typeof setInterval> | undefined;

/** One timer is enough for a thousand rows. */
function follow(changed: () => void): () => void {
  listeners.add(changed);
  timer ??= setInterval(() => {
    for (const listener of listeners) listener();
  }, LOOK_EVERY_MS);
  return () => {
    listeners.delete(changed);
    if (listeners.size > 0) return;
    clearInterval(timer);
    timer = undefined;
  };
}

interface TimeAgoProps {
  at: string;
  title?: string;
  className?: string;
}

export function TimeAgo({ at, title = longDate(at), className }: TimeAgoProps) {
  const text = useSyncExternalStore(follow, () => timeAgo(at, serverNow()));
  return (
    <time dateTime={at} title={title} className={className}>
      {text}
    </time>
  );
}
