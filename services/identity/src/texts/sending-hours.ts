import { DAY_MS, DAY_SECONDS, HOUR_MS, HOUR_SECONDS, MINUTE_SECONDS } from '@app/contracts/durations.ts';
import { clock } from '@app/words/clock.ts';
import { shortDay } from '@app/words/days.ts';
import { projectTextWords } from '@app/words/texts.ts';

/** Hours in GMT, which is Ghana's time all year. */
interface Hours {
  from: number;
  until: number;
}

export function secondsUntilOpen(now: Date, { from, until }: Hours): number {
  const seconds =
    now.getUTCHours() * HOUR_SECONDS + now.getUTCMinutes() * MINUTE_SECONDS + now.getUTCSeconds();
  if (seconds >= from * HOUR_SECONDS && seconds < until * HOUR_SECONDS) return 0;
  return (from * HOUR_SECONDS - seconds + DAY_SECONDS) % DAY_SECONDS;
}

/**
 * Promotional texts may be sent from Monday to Saturday, 08:00 to 19:00. Returns undefined if the text may
 * be sent now.
 */
export function nextForPromotion(now: Date): Date | undefined {
  const hours = { from: 8, until: 19 };
  const afterSeconds = secondsUntilOpen(now, hours);
  const at = new Date(now.getTime() + afterSeconds * 1000);
  if (at.getUTCDay() !== 0) return afterSeconds === 0 ? undefined : at;
  const sunday = at.getTime() - (at.getTime() % DAY_MS);
  return new Date(sunday + DAY_MS + hours.from * HOUR_MS);
}

export const formatShortly = (at: string): string => projectTextWords.instant(shortDay(at), clock(at));
