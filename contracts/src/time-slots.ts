import type { DurationInMinutes } from './enumerations.ts';

const MINUTES_PER_DAY = 24 * 60;
const HOUR_MS = 60 * 60_000;

/** The label of a minute of the day in 12-hour form: 0 is "12:00 AM", 570 is "09:30 AM". */
export function slotLabel(minuteOfDay: number): string {
  const hour = Math.floor(minuteOfDay / 60);
  const minute = minuteOfDay % 60;
  const two = (value: number) => String(value).padStart(2, '0');
  return `${two(hour % 12 === 0 ? 12 : hour % 12)}:${two(minute)} ${hour < 12 ? 'AM' : 'PM'}`;
}

/** All slots of a day from 12:00 AM in steps of the duration (section 3): 96 of 15 minutes, 24 of an hour. */
export function slotsOfDay(durationInMinutes: DurationInMinutes): string[] {
  const labels: string[] = [];
  for (let minute = 0; minute < MINUTES_PER_DAY; minute += durationInMinutes) labels.push(slotLabel(minute));
  return labels;
}

/** The minute of the day that a label stands for, or undefined if it is not such a label. */
export function minuteOfLabel(label: string): number | undefined {
  const parts = /^(0[1-9]|1[0-2]):([0-5]\d) (AM|PM)$/.exec(label);
  if (!parts) return undefined;
  const hour = Number(parts[1]) % 12;
  return (parts[3] === 'PM' ? hour + 12 : hour) * 60 + Number(parts[2]);
}

/** The instant at which a day has a time, in GMT: what a slot is known by. */
export const slotOf = (day: string, label: string) =>
  new Date(Date.parse(day) + (minuteOfLabel(label) ?? 0) * 60_000).toISOString();

interface PlannedTimes {
  availableDates: readonly string[];
  availableTimes: readonly string[];
  /** Taken out of single days. */
  withoutTimes?: readonly string[] | undefined;
  leadHours: number;
}

/** The instants of a plan that somebody could still take, oldest first: neither past nor sooner than its notice. */
export function bookableSlots(plan: PlannedTimes, now: Date): string[] {
  const { availableDates, availableTimes, withoutTimes, leadHours } = plan;
  const isOut = new Set(withoutTimes);
  const earliest = new Date(now.getTime() + leadHours * HOUR_MS).toISOString();
  // Joined as text: the wizard asks on every key, and a plan can have thousands.
  const times = availableTimes.map((label) => slotOf('1970-01-01', label).slice(10));
  return availableDates
    .flatMap((day) => times.map((time) => day + time))
    .filter((slot) => !isOut.has(slot) && slot > earliest)
    .toSorted();
}

/** Whether the label is one of the day's slots of that duration. */
export function isSlot(label: string, durationInMinutes: number): boolean {
  const minute = minuteOfLabel(label);
  return minute !== undefined && minute % durationInMinutes === 0;
}
