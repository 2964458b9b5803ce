const HOUR_SECONDS = 60 * 60;

/** From an hour to an hour, GMT: Ghana's own time all year. */
export interface Hours {
  from: number;
  until: number;
}

/** How long until these hours begin; 0 while they last. */
export function secondsUntilOpen(now: Date, { from, until }: Hours): number {
  const seconds = Math.floor(now.getTime() / 1000) % (24 * HOUR_SECONDS);
  if (seconds >= from * HOUR_SECONDS && seconds < until * HOUR_SECONDS) return 0;
  return (from * HOUR_SECONDS - seconds + 24 * HOUR_SECONDS) % (24 * HOUR_SECONDS);
}
