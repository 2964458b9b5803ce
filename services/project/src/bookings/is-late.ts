import type { HeldApplication, HeldBooking } from './hold-booking.ts';
import { FREE_MINUTES } from './states.ts';

const MINUTE_MS = 60_000;

/** Whether moving or giving back counts as late now: after the notice, and not within half an hour of taking. */
export function isLateNow(
  { startsAt, takenAt }: Pick<HeldBooking, 'startsAt' | 'takenAt'>,
  { noticeHours, now }: Pick<HeldApplication, 'noticeHours' | 'now'>,
): boolean {
  if (!startsAt) return false;
  const isAfterNotice = now.getTime() > startsAt.getTime() - noticeHours * 60 * MINUTE_MS;
  return isAfterNotice && now.getTime() > (takenAt?.getTime() ?? 0) + FREE_MINUTES * MINUTE_MS;
}
