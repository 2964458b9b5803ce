import type {
  changeNumber as changing,
  OwnBooking,
  showNumber as showing,
} from '@app/contracts/project/bookings.ts';
import type { NumberToCall } from '@app/contracts/project/booking-fields.ts';
import { transaction } from '@app/kit/database.ts';
import { normalMobileNumber, normalPhoneNumber } from '@app/kit/phone-number.ts';
import type { Fail } from '@app/kit/problem.ts';
import { type NotNull, sql } from 'kysely';
import type { ReplyOf } from '@app/contracts/endpoint.ts';
import { NUMBER_SHOWN_HOURS } from '@app/contracts/project/meeting-choices.ts';
import type { Deps } from '../deps.ts';
import { recordEvent } from '../audit.ts';
import { lockBooking } from './locks.ts';
import { findOwnBooking } from './participant-bookings.ts';
import { MEETING_STATES, isOneOf } from './states.ts';
import { updateNumber } from './write-booking.ts';
import { findMeeting } from './researcher-bookings.ts';

/** A link that starts a call needs a number in E.164 form. WhatsApp needs a mobile number. */
export function parseCallNumber(
  { phoneNumber, isOnWhatsApp = false }: NumberToCall,
  fail: Fail<'INVALID_INPUT'>,
): { phoneNumber: string; isOnWhatsApp: boolean } {
  const normal = isOnWhatsApp ? normalMobileNumber : normalPhoneNumber;
  return { phoneNumber: normal(phoneNumber, 'phoneNumber', fail), isOnWhatsApp };
}

export async function changeNumber(
  { db, openPages }: Pick<Deps, 'db' | 'openPages'>,
  { phoneNumber, isOnWhatsApp, ...own }: NumberToCall & { bookingId: string; participantId: string },
  fail: Fail<(typeof changing)['errors'][number]>,
): Promise<OwnBooking> {
  const number = parseCallNumber({ phoneNumber, isOnWhatsApp }, fail);
  const usersToUpdate = await transaction(db, async (trx) => {
    const { application, booking } = (await lockBooking(trx, own)) ?? fail('BOOKING_NOT_FOUND');
    const isAhead =
      isOneOf(MEETING_STATES, booking.state) && booking.endsAt && booking.endsAt > application.now;
    if (!isAhead) return fail('BOOKING_HAS_ENDED');
    return (await updateNumber(trx, own.bookingId, number))
      ? [own.participantId, application.researcherId]
      : [];
  });
  openPages.notifyChanged(usersToUpdate);
  return (await findOwnBooking(db, own)) ?? fail('BOOKING_NOT_FOUND');
}

const shown = sql`${NUMBER_SHOWN_HOURS}::int * interval '1 hour'`;

/** Researchers can see the number only shortly before and after the meeting. The audit records each view. */
export async function showNumber(
  { db }: Pick<Deps, 'db'>,
  { bookingId, researcherId }: { bookingId: string; researcherId: string },
  fail: Fail<(typeof showing)['errors'][number]>,
): Promise<ReplyOf<typeof showing>> {
  return transaction(db, async (trx) => {
    const row = await trx
      .updateTable('project.bookings')
      .set({ number_shown_at: sql<Date>`now()` })
      .where('booking_id', '=', bookingId)
      .where('researcher_id', '=', researcherId)
      .where('state', 'in', [...MEETING_STATES, 'ATTENDED', 'NO_SHOW', 'NOBODY_CAME'])
      .where(sql<boolean>`now() between starts_at - ${shown} and ends_at + ${shown}`)
      .where('phone_number', 'is not', null)
      .returning(['phone_number as phoneNumber', 'is_on_whatsapp as isOnWhatsApp'])
      .$narrowType<{ phoneNumber: NotNull }>()
      .executeTakeFirst();
    if (!row)
      return fail(
        (await findMeeting(trx, researcherId, bookingId)) ? 'NUMBER_IS_HIDDEN' : 'BOOKING_NOT_FOUND',
      );
    await recordEvent(trx, 'NUMBER_SHOWN', { userId: researcherId, about: bookingId });
    return row;
  });
}

const BATCH = 500;

export async function forgetNumbers({ db }: Pick<Deps, 'db'>): Promise<void> {
  await sql`
    update project.bookings set phone_number = null, is_on_whatsapp = false where booking_id in (
      select booking_id from project.bookings
      where phone_number is not null and ends_at < now() - ${NUMBER_SHOWN_HOURS}::int * interval '1 hour' limit ${BATCH}
    )`.execute(db);
}
