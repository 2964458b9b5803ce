import { MINUTE_MS } from '@app/contracts/durations.ts';
import { clock } from '@app/words/clock.ts';
import { dayWords } from '@app/words/days.ts';
import { timeWords } from '@app/words/time.ts';
import { exactTime } from './exact-time.ts';

const ownMinutesBehind = (iso: string) => new Date(iso).getTimezoneOffset();

/**
 * Returns "Thu 12:00 PM" in the viewer's time, if that is not Ghana's time. Does not use an Intl formatter,
 * because each row of a list calls this and phones may be slow.
 */
export function localClock(iso: string, minutesBehind = ownMinutesBehind(iso)): string | undefined {
  if (minutesBehind === 0) return undefined;
  const there = new Date(Date.parse(iso) - minutesBehind * MINUTE_MS);
  return dayWords.onWeekday(dayWords.shortWeekdays[there.getUTCDay()]!, clock(there.toISOString()));
}

export function withLocalTime(iso: string, formatted: string = exactTime(iso)): string {
  const own = localClock(iso);
  return own === undefined ? formatted : timeWords.both(formatted, own);
}
