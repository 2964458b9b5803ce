import { slotLabel } from '@app/contracts/time-slots.ts';

/** "09:30 AM" of an instant, in Ghana's time. */
export function clockOf(iso: string): string {
  const at = new Date(iso);
  return slotLabel(at.getUTCHours() * 60 + at.getUTCMinutes());
}
