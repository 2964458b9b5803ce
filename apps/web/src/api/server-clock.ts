import { useClock } from '@app/contracts/current-time.ts';

/** The unit is milliseconds. */
let ahead = 0;

/** The server sends whole seconds. */
const UNSURE_MS = 2_000;

/** Cached responses contain an old time, so callers must not pass them. */
export function hearServerTime(response: Pick<Response, 'headers'>, deviceNow: number = Date.now()): void {
  const serverTime = Date.parse(response.headers.get('date') ?? '');
  if (Number.isNaN(serverTime)) return;
  const measured = serverTime - deviceNow;
  ahead = Math.abs(measured) < UNSURE_MS ? 0 : measured;
}

/** Returns milliseconds since 1970. The server's clock decides on actions. */
export const serverNow = (): number => Date.now() + ahead;

useClock(serverNow);
