import { followClock } from '@app/contracts/current-time.ts';

/** Milliseconds. */
let ahead = 0;

/** The server sends whole seconds, so smaller differences mean nothing. */
const UNSURE_MS = 2_000;

/** Cached responses would give an old time, so callers must not pass them. */
export function hearServerTime(response: Pick<Response, 'headers'>, deviceNow: number = Date.now()): void {
  const told = Date.parse(response.headers.get('date') ?? '');
  if (Number.isNaN(told)) return;
  const heard = told - deviceNow;
  ahead = Math.abs(heard) < UNSURE_MS ? 0 : heard;
}

/** The server's clock decides on actions. Milliseconds since 1970. */
export const serverNow = (): number => Date.now() + ahead;

// Schemas and formats must use this clock too.
followClock(serverNow);
