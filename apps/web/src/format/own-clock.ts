import { clock } from '@app/words/clock.ts';
import { dayWords } from '@app/words/days.ts';
import { timeWords } from '@app/words/time.ts';
import { exactTime } from './exact-time.ts';

const ownMinutesBehind = (iso: string) => new Date(iso).getTimezoneOffset();

/**
 * "Thu 12:00 PM", by the clock where the viewer is, if it differs from Ghana's at that instant. Lists call this for every
 * row, so it uses no Intl formatter: making one takes milliseconds on a cheap phone.
 */
export function ownClock(iso: string, minutesBehind = ownMinutesBehind(iso)): string | undefined {
  if (minutesBehind === 0) return undefined;
  const there = new Date(Date.parse(iso) - minutesBehind * 60_000);
  return dayWords.onWeekday(dayWords.shortWeekdays[there.getUTCDay()]!, clock(there.toISOString()));
}

/** A time in GMT with that of the viewer's own clock beside it, where that is another. */
export function timeAnywhere(iso: string, said: string = exactTime(iso)): string {
  const own = ownClock(iso);
  return own === undefined ? said : timeWords.both(said, own);
}
