import { minuteOfLabel } from '@app/contracts/time-slots.ts';

interface Plan {
  availableDates: readonly string[];
  availableTimes: readonly string[];
}

export function minuteOf(label: string): number {
  const minute = minuteOfLabel(label);
  if (minute === undefined) throw new Error('The contract lets only time labels in');
  return minute;
}

/** The days on which somebody can still be met: a day whose times are all past is none (AV1). GMT (D-42). */
export function daysLeft({ availableDates, availableTimes }: Plan): string[] {
  const latest = Math.max(...availableTimes.map(minuteOf));
  return availableDates.filter((day) => Date.parse(`${day}T00:00:00Z`) + latest * 60_000 > Date.now());
}
