import { followClock } from '@app/contracts/current-time.ts';

/** How far the server's clock is ahead of this device's, in milliseconds. */
let ahead = 0;

/** The server writes whole seconds; a clock that is off by less decides nothing. */
const UNSURE_MS = 2_000;

/**
 * Hears the server's time from an answer that has just come. An answer of the browser's own cache would tell an old one,
 * and so would one that lay in the service worker: neither is given to this.
 */
export function hearServerTime(response: Pick<Response, 'headers'>, deviceNow: number = Date.now()): void {
  const told = Date.parse(response.headers.get('date') ?? '');
  if (Number.isNaN(told)) return;
  const heard = told - deviceNow;
  ahead = Math.abs(heard) < UNSURE_MS ? 0 : heard;
}

/** Now by the server's clock, which decides what can be done; milliseconds since 1970. */
export const serverNow = (): number => Date.now() + ahead;

// Schemas and formats take their dates from the same clock.
followClock(serverNow);
