import type { HeldApplication, HeldBooking } from './hold-booking.ts';
import { FREE_MINUTES } from './states.ts';

const MINUTE_MS = 60_000;

/** Whether moving or giving back counts as late now: after the notice, and not within half an hour of taking. */
export function isLateNow(
  { startsAt, takenAt }: Pick<HeldBooking, 'startsAt' | 'takenAt'>,
  { noticeHours }: Pick<HeldApplication, 'noticeHours'>,
  now = Date.now(),
): boolean {
  if (!startsAt) return false;
  const isAfterNotice = now > startsAt.getTime() - noticeHours * 60 * MINUTE_MS;
  return isAfterNotice && now > (takenAt?.getTime() ?? 0) + FREE_MINUTES * MINUTE_MS;
}
