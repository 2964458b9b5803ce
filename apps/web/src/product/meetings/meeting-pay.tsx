import { cedis } from '@app/words/cedis.ts';
import { clock } from '@app/words/clock.ts';
import { researcherMeetingWords as words } from '@app/words/researcher-meetings.ts';
import type { ResearcherBooking } from '@app/contracts/project/bookings.ts';

/** Returns the bookings that are paid when their marks become final. */
export const bookingsToPay = (bookings: readonly ResearcherBooking[], now: number) =>
  bookings.filter(
    ({ pays, countsAsAttended, undoUntil }) =>
      pays > 0 && countsAsAttended && undoUntil !== null && Date.parse(undoUntil) > now,
  );

export function Pay({ bookings, now }: { bookings: readonly ResearcherBooking[]; now: number }) {
  const leaving = bookingsToPay(bookings, now);
  const paid = leaving.length > 0 ? leaving : bookings.filter(({ pays }) => pays > 0);
  if (paid.length === 0) return null;
  const pesewas = paid.reduce((sum, { pays }) => sum + pays * 100, 0);
  const what = words.pays(cedis(pesewas), paid.length);
  const last = leaving
    .map(({ undoUntil }) => undoUntil ?? '')
    .toSorted()
    .at(-1);
  return (
    <p className="figures text-sm text-cocoa-2">
      {last === undefined ? what : words.leaves(what, clock(last))}
    </p>
  );
}
