import { timeWords } from '@app/words/time.ts';
import { exactTime } from './exact-time.ts';

/** "Thu 12:00 PM", by the clock where the viewer is, if it differs from Ghana's at that instant. */
export function ownClock(iso: string, timeZone?: string): string | undefined {
  const shown = (zone?: string) =>
    new Intl.DateTimeFormat('en-US', {
      weekday: 'short',
      hour: '2-digit',
      minute: '2-digit',
      timeZone: zone,
    }).format(new Date(iso));
  const own = shown(timeZone);
  return own === shown('UTC') ? undefined : own;
}

/** A time in GMT with that of the viewer's own clock beside it, where that is another. */
export function timeAnywhere(iso: string, said: string = exactTime(iso)): string {
  const own = ownClock(iso);
  return own === undefined ? said : timeWords.both(said, own);
}
