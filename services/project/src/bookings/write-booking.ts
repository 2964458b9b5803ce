import { type UpdateObject, sql } from 'kysely';
import { type BookingState, MOST_MOVES } from '@app/contracts/project/meeting-choices.ts';
import type { Db, ProjectTables } from '../schema.ts';
import { type HeldBooking, movesOf } from './hold-booking.ts';
import { MEETING, isOneOf } from './states.ts';

export type MadeBy = ProjectTables['project.booking_steps']['made_by'];

/** Adds what became of a booking to its history. */
async function insertStep(
  trx: Db,
  step: { bookingId: string; state: BookingState; startsAt: Date | null; by: MadeBy },
): Promise<void> {
  await trx
    .insertInto('project.booking_steps')
    .values({ booking_id: step.bookingId, state: step.state, starts_at: step.startsAt, made_by: step.by })
    .execute();
}

interface NewBooking {
  id: string;
  applicationId: string;
  studyId: string;
  participantId: string;
  researcherId: string;
  state: 'HELD' | 'OFFERED' | 'BOOKED';
  startsAt: Date | null;
  endsAt: Date | null;
  expiresAt: Date | null;
  phoneNumber?: string | null;
  isOnWhatsApp?: boolean;
}

export async function insertBooking(trx: Db, booking: NewBooking, by: MadeBy): Promise<void> {
  await trx
    .insertInto('project.bookings')
    .values({
      booking_id: booking.id,
      application_id: booking.applicationId,
      study_id: booking.studyId,
      participant_id: booking.participantId,
      researcher_id: booking.researcherId,
      state: booking.state,
      starts_at: booking.startsAt,
      ends_at: booking.endsAt,
      expires_at: booking.expiresAt,
      phone_number: booking.phoneNumber ?? null,
      is_on_whatsapp: booking.isOnWhatsApp ?? false,
      taken_at: booking.state === 'BOOKED' ? sql<Date>`now()` : null,
      is_change_untold: booking.state === 'BOOKED',
      moves: sql<number>`least(${MOST_MOVES}::int, ${movesOf(booking.applicationId)})`,
    })
    .execute();
  await insertStep(trx, { bookingId: booking.id, state: booking.state, startsAt: booking.startsAt, by });
}

/**
 * A change by the participant, for a letter later: until then it keeps the time that was told last (tell-change.ts).
 */
export const untoldChange = ({
  state,
  startsAt,
  isChangeUntold,
  toldStartsAt,
}: Pick<HeldBooking, 'state' | 'startsAt' | 'isChangeUntold' | 'toldStartsAt'>) => ({
  is_change_untold: true,
  told_starts_at: isChangeUntold ? toldStartsAt : isOneOf(MEETING, state) ? startsAt : null,
});

/** Moves a booking of one of these states, with its step, and gives its researcher; undefined in any other state. */
export async function updateBooking(
  trx: Db,
  { id, from, by }: { id: string; from: readonly BookingState[]; by: MadeBy },
  change: Omit<UpdateObject<ProjectTables, 'project.bookings'>, 'booking_id' | 'state'> & {
    state: BookingState;
  },
): Promise<string | undefined> {
  const row = await trx
    .updateTable('project.bookings')
    .set({ ...change, ...(isOneOf(['HELD', 'OFFERED'], change.state) ? {} : { expires_at: null }) })
    .where('booking_id', '=', id)
    .where('state', 'in', from)
    .returning(['starts_at as startsAt', 'researcher_id as researcherId'])
    .executeTakeFirst();
  if (!row) return undefined;
  await insertStep(trx, { bookingId: id, state: change.state, startsAt: row.startsAt, by });
  return row.researcherId;
}

/** The number to be called, until the meeting is over: false where it is this one already. */
export async function updateNumber(
  trx: Db,
  bookingId: string,
  { phoneNumber, isOnWhatsApp }: { phoneNumber: string; isOnWhatsApp: boolean },
): Promise<boolean> {
  const { numUpdatedRows } = await trx
    .updateTable('project.bookings')
    .set({ phone_number: phoneNumber, is_on_whatsapp: isOnWhatsApp })
    .where('booking_id', '=', bookingId)
    .where('ends_at', '>', sql<Date>`now()`)
    .where((eb) =>
      eb.or([eb('phone_number', 'is distinct from', phoneNumber), eb('is_on_whatsapp', '<>', isOnWhatsApp)]),
    )
    .executeTakeFirst();
  return numUpdatedRows > 0n;
}
