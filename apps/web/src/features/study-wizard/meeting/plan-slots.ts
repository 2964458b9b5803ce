import { slotOf } from '@app/contracts/time-slots.ts';

interface Plan {
  days: readonly string[];
  times: readonly string[];
  /** Taken out of single days. */
  without: readonly string[];
}

/** How many times the plan makes: neither those that are past already nor those that are taken out. */
export function countSlots({ days, times, without }: Plan, now = new Date()): number {
  const isOut = new Set(without);
  const from = now.toISOString();
  return days
    .flatMap((day) => times.map((label) => slotOf(day, label)))
    .filter((slot) => slot > from && !isOut.has(slot)).length;
}
