const HOUR_MS = 60 * 60_000;
const DAY_MS = 24 * HOUR_MS;
/** When a letter is read, in GMT. */
const WAKES = 7;
const SLEEPS = 21;

/** So many waking hours from an instant on: an offer that comes at night runs from the morning. */
export function addWakingHours(from: Date, hours: number): Date {
  let [at, left] = [from.getTime(), hours * HOUR_MS];
  for (;;) {
    const midnight = Math.floor(at / DAY_MS) * DAY_MS;
    const begins = Math.max(at, midnight + WAKES * HOUR_MS);
    const awake = Math.max(0, midnight + SLEEPS * HOUR_MS - begins);
    if (left <= awake) return new Date(begins + left);
    left -= awake;
    at = midnight + DAY_MS;
  }
}
