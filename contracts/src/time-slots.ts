import { MINUTE_MS, HOUR_MS } from './durations.ts';
import type { DurationInMinutes } from './enumerations.ts';

const MINUTES_PER_DAY = 24 * 60;

/** The input is minutes since midnight: 0 gives "12:00 AM", and 570 gives "09:30 AM". */
export function slotLabel(minuteOfDay: number): string {
  const hour = Math.floor(minuteOfDay / 60);
  const minute = minuteOfDay % 60;
  const two = (value: number) => String(value).padStart(2, '0');
  return `${two(hour % 12 === 0 ? 12 : hour % 12)}:${two(minute)} ${hour < 12 ? 'AM' : 'PM'}`;
}

/** Returns the times of a day, from 12:00 AM in steps of the duration (section 3 of the specification). */
export function daySlotLabels(durationInMinutes: DurationInMinutes): string[] {
  const labels: string[] = [];
  for (let minute = 0; minute < MINUTES_PER_DAY; minute += durationInMinutes) labels.push(slotLabel(minute));
  return labels;
}

export function minuteOfLabel(label: string): number | undefined {
  const parts = /^(0[1-9]|1[0-2]):([0-5]\d) (AM|PM)$/.exec(label);
  if (!parts) return undefined;
  const hour = Number(parts[1]) % 12;
  return (parts[3] === 'PM' ? hour + 12 : hour) * 60 + Number(parts[2]);
}

export const slotInstant = (day: string, label: string) =>
  new Date(Date.parse(day) + (minuteOfLabel(label) ?? 0) * MINUTE_MS).toISOString();

interface PlannedTimes {
  availableDates: readonly string[];
  availableTimes: readonly string[];
  withoutTimes?: readonly string[] | undefined;
  leadHours: number;
}

/** Slots are left out if they are in the past or start too soon. */
export function bookableSlots(plan: PlannedTimes, now: Date): string[] {
  const { availableDates, availableTimes, withoutTimes, leadHours } = plan;
  const isOut = new Set(withoutTimes);
  const earliest = new Date(now.getTime() + leadHours * HOUR_MS).toISOString();
  // The wizard calls this at each key press, and comparing texts is faster than comparing thousands of dates.
  const times = availableTimes.map((label) => slotInstant('1970-01-01', label).slice(10));
  return availableDates
    .flatMap((day) => times.map((time) => day + time))
    .filter((slot) => !isOut.has(slot) && slot > earliest)
    .toSorted();
}

export function isSlot(label: string, durationInMinutes: number): boolean {
  const minute = minuteOfLabel(label);
  return minute !== undefined && minute % durationInMinutes === 0;
}
