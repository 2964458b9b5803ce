import { bookableSlots } from '@app/contracts/time-slots.ts';
import { serverNow } from '../../../api/server-clock.ts';

const MINUTE_MS = 60_000;

interface Plan {
  availableDates: readonly string[];
  availableTimes: readonly string[];
  /** Taken out of single days. */
  withoutTimes: readonly string[];
  leadHours: number;
  /** How long one meeting keeps its researcher, with the gap after it. */
  minutes: number;
}

/** A meeting of the researcher's in another study. */
export interface Meeting {
  startsAt: string;
  endsAt: string;
}

/** How many times a plan has ahead, which of all are too early or taken, and how many can be booked, one after the other. */
export function countSlots(
  plan: Plan,
  meetings: readonly Meeting[] = [],
  now = new Date(serverNow()),
): { ahead: number; early: number; taken: number; room: number } {
  const all = bookableSlots({ ...plan, leadHours: 0 }, new Date(0));
  const ahead = bookableSlots({ ...plan, leadHours: 0 }, now);
  const inTime = bookableSlots(plan, now);
  const length = plan.minutes * MINUTE_MS;
  const open = inTime
    .map((slot) => Date.parse(slot))
    .filter(
      (at) =>
        !meetings.some(
          ({ startsAt, endsAt }) => Date.parse(startsAt) < at + length && at < Date.parse(endsAt),
        ),
    );
  let room = 0;
  let free = -Infinity;
  for (const at of open) {
    if (at < free) continue;
    room += 1;
    free = at + length;
  }
  return {
    ahead: ahead.length,
    early: all.length - inTime.length,
    taken: inTime.length - open.length,
    room,
  };
}
