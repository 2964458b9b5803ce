import { setClock } from '@app/contracts/current-time.ts';

/** How many milliseconds the server's clock is ahead of this device. */
let ahead = 0;

/** The server sends whole seconds, so smaller differences are ignored. */
const UNSURE_MS = 2_000;

/** The caller must not pass a cached response, because its time is old. */
export function recordServerTime(response: Pick<Response, 'headers'>, deviceNow: number = Date.now()): void {
  const serverTime = Date.parse(response.headers.get('date') ?? '');
  if (Number.isNaN(serverTime)) return;
  const measured = serverTime - deviceNow;
  ahead = Math.abs(measured) < UNSURE_MS ? 0 : measured;
}

/** Returns milliseconds since 1970. The server's clock is used, because it decides what is allowed. */
export const serverNow = (): number => Date.now() + ahead;

setClock(serverNow);
