import { slotOf } from '@app/contracts/time-slots.ts';

const MINUTE_MS = 60_000;

interface Plan {
  days: readonly string[];
  times: readonly string[];
  /** Taken out of single days. */
  without: readonly string[];
  /** How long one meeting keeps its researcher, with the gap after it. */
  minutes: number;
}

/** How many meetings the plan has room for: at times that are neither past nor taken out, one after the other. */
export function countSlots({ days, times, without, minutes }: Plan, now = new Date()): number {
  const isOut = new Set(without);
  const slots = days.flatMap((day) => times.map((label) => slotOf(day, label))).toSorted();
  let count = 0;
  let free = now.getTime() + 1;
  for (const slot of slots) {
    const at = Date.parse(slot);
    if (at < free || isOut.has(slot)) continue;
    count += 1;
    free = at + minutes * MINUTE_MS;
  }
  return count;
}
