import type { changeNumber as endpoint, OwnBooking } from '@app/contracts/project/bookings.ts';
import type { NumberToCall } from '@app/contracts/project/booking-fields.ts';
import { transaction } from '@app/kit/database.ts';
import { normalMobileNumber, normalPhoneNumber } from '@app/kit/phone-number.ts';
import type { Fail } from '@app/kit/problem.ts';
import type { Deps } from '../../deps.ts';
import { holdBooking } from '../hold-booking.ts';
import { findOwnBooking } from '../reading/own-bookings.ts';
import { MEETING, isOneOf } from '../states.ts';
import { updateNumber } from '../write-booking.ts';

/** In E.164, of which links can be made; WhatsApp is for mobile ones alone. */
export function normalNumber(
  { phoneNumber, isOnWhatsApp = false }: NumberToCall,
  fail: Fail<'INVALID_INPUT'>,
): { phoneNumber: string; isOnWhatsApp: boolean } {
  const normal = isOnWhatsApp ? normalMobileNumber : normalPhoneNumber;
  return { phoneNumber: normal(phoneNumber, 'phoneNumber', fail), isOnWhatsApp };
}

/** The number that the researcher calls, until the end of the meeting. */
export async function changeNumber(
  { db, openPages }: Pick<Deps, 'db' | 'openPages'>,
  { phoneNumber, isOnWhatsApp, ...own }: NumberToCall & { bookingId: string; participantId: string },
  fail: Fail<(typeof endpoint)['errors'][number]>,
): Promise<OwnBooking> {
  const number = normalNumber({ phoneNumber, isOnWhatsApp }, fail);
  const concerned = await transaction(db, async (trx) => {
    const { application, booking } = (await holdBooking(trx, own)) ?? fail('BOOKING_NOT_FOUND');
    const isAhead = isOneOf(MEETING, booking.state) && booking.endsAt && booking.endsAt > application.now;
    if (!isAhead) return fail('BOOKING_IS_OVER');
    return (await updateNumber(trx, own.bookingId, number))
      ? [own.participantId, application.researcherId]
      : [];
  });
  openPages.notifyMoved(concerned);
  return (await findOwnBooking(db, own)) ?? fail('BOOKING_NOT_FOUND');
}
