import { sql } from 'kysely';
import type { confirmBooking as endpoint, OwnBooking } from '@app/contracts/project/bookings.ts';
import { transaction } from '@app/kit/database.ts';
import type { Fail } from '@app/kit/problem.ts';
import type { Deps } from '../../deps.ts';
import { holdBooking, isOutdatedAt } from '../hold-booking.ts';
import { findOwnBooking } from '../reading/own-bookings.ts';
import { updateBooking } from '../write-booking.ts';

/** “I will be there”, until the end of the meeting; twice is once. */
export async function confirmBooking(
  { db, openPages }: Pick<Deps, 'db' | 'openPages'>,
  { sequence, ...own }: { bookingId: string; participantId: string; sequence?: number },
  fail: Fail<(typeof endpoint)['errors'][number]>,
): Promise<OwnBooking> {
  const researcherId = await transaction(db, async (trx) => {
    const { application, booking } = (await holdBooking(trx, own)) ?? fail('BOOKING_NOT_FOUND');
    if (sequence !== undefined && booking.sequence !== sequence) return fail('BOOKING_IS_OVER');
    if (booking.endsAt === null || booking.endsAt <= application.now) return undefined;
    if (booking.state === 'BOOKED' && (await isOutdatedAt(trx, application, booking.startsAt)))
      return fail('CONSENT_OUTDATED');
    const moved = await updateBooking(
      trx,
      { id: own.bookingId, from: ['BOOKED'], by: 'PARTICIPANT', isApproved: true },
      { state: 'CONFIRMED', confirmed_at: sql<Date>`now()` },
    );
    return moved === undefined && booking.state === 'BOOKED' ? fail('SLOT_NOT_FOUND') : moved;
  });
  const booking = (await findOwnBooking(db, own)) ?? fail('BOOKING_NOT_FOUND');
  if (booking.state !== 'CONFIRMED') return fail('BOOKING_IS_OVER');
  if (researcherId) openPages.notifyMoved([own.participantId, researcherId]);
  return booking;
}
