import type { SlotForParticipant } from '@app/contracts/project/slots.ts';

/** Free times by their day, as many days as are to be shown. */
export function freeDays(slots: readonly SlotForParticipant[], most: number) {
  const days = [
    ...Map.groupBy(
      slots.filter(({ isFree }) => isFree),
      ({ startsAt }) => startsAt.slice(0, 10),
    ),
  ];
  return { days: days.slice(0, most), hasMore: days.length > most };
}

/** The free times nearest to one that is gone, the earlier first. */
export function nearestTo(slotId: string, slots: readonly SlotForParticipant[], most = 2) {
  const away = ({ startsAt }: SlotForParticipant) => Math.abs(Date.parse(startsAt) - Date.parse(slotId));
  return slots
    .filter((slot) => slot.isFree && slot.slotId !== slotId)
    .toSorted((one, other) => away(one) - away(other))
    .slice(0, most)
    .toSorted((one, other) => Date.parse(one.startsAt) - Date.parse(other.startsAt));
}

/** The clock where the viewer is, if it differs from Ghana's at that instant. */
export function ownClock(iso: string, timeZone?: string): string | undefined {
  const shown = (zone?: string) =>
    new Intl.DateTimeFormat('en-GB', {
      weekday: 'short',
      hour: '2-digit',
      minute: '2-digit',
      timeZone: zone,
    }).format(new Date(iso));
  const own = shown(timeZone);
  return own === shown('UTC') ? undefined : own;
}
