import type { SlotForParticipant } from '@app/contracts/project/slots.ts';

const dayOf = ({ startsAt }: SlotForParticipant) => startsAt.slice(0, 10);

/** Free times by day, for as many days as are shown, and the days before the last of these that have none left. */
export function freeDays(slots: readonly SlotForParticipant[], most: number) {
  const all = [...Map.groupBy(slots, dayOf)].map(
    ([day, own]) => [day, own.filter(({ isFree }) => isFree)] as const,
  );
  const free = all.filter(([, own]) => own.length > 0);
  const days = free.slice(0, most);
  const last = days.at(-1)?.[0] ?? '';
  const full = all.filter(([day, own]) => own.length === 0 && day < last).map(([day]) => day);
  return { days, full, hasMore: free.length > most };
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
