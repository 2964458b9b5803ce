import { type UpdateObject, sql } from 'kysely';
import { type BookingState, MOST_MOVES } from '@app/contracts/project/meeting-choices.ts';
import { MINUTE_MS } from '@app/contracts/durations.ts';
import { ready } from '@app/kit/database.ts';
import type { Db, ProjectTables } from '../schema.ts';
import { freeOfBooking, freeOfSlot, claimForBooking, claimForSlot } from '../slots/quarters.ts';
import { type SeatRefusal, giveSeatBack, holdSlots, takeSeat } from '../slots/seats.ts';
import { movesOf, type HeldApplication } from './locks.ts';
import { isOneOf } from './states.ts';

export type MadeBy = ProjectTables['project.booking_steps']['made_by'];

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

/** With the first step of its history. Who has a time waits for none any more. */
export async function insertBooking(trx: Db, booking: NewBooking, by: MadeBy): Promise<void> {
  await insertIn[booking.state](trx, { phoneNumber: null, isOnWhatsApp: false, ...booking, by });
}

const insertAs = (state: NewBooking['state']) =>
  ready((trx: Db, booking: Required<NewBooking> & { by: MadeBy }) =>
    trx
      .with('booking', (db) =>
        db
          .insertInto('project.bookings')
          .values({
            booking_id: booking.id,
            application_id: booking.applicationId,
            study_id: booking.studyId,
            participant_id: booking.participantId,
            researcher_id: booking.researcherId,
            state,
            starts_at: booking.startsAt,
            ends_at: booking.endsAt,
            expires_at: booking.expiresAt,
            phone_number: booking.phoneNumber,
            is_on_whatsapp: booking.isOnWhatsApp,
            taken_at: state === 'BOOKED' ? sql<Date>`now()` : null,
            moves: sql<number>`least(${MOST_MOVES}::int, ${movesOf(booking.applicationId)})`,
          })
          .returning(STEPPED),
      )
      .with('waited', (db) =>
        db
          .deleteFrom('project.waiting')
          .where('study_id', '=', booking.studyId)
          .where('participant_id', '=', booking.participantId)
          .where(sql<boolean>`${state === 'BOOKED'}::boolean`),
      )
      .insertInto('project.booking_steps')
      .columns([...STEPPED, 'made_by'])
      .expression((eb) => eb.selectFrom('booking').select([...STEPPED, madeBy(booking.by)])),
  );

/** What a step of a booking's history says of it. */
const STEPPED = ['booking_id', 'state', 'starts_at'] as const;
const madeBy = (by: MadeBy) => sql<MadeBy>`${by}::text`.as('made_by');

const insertIn = { HELD: insertAs('HELD'), OFFERED: insertAs('OFFERED'), BOOKED: insertAs('BOOKED') };

/** Of the bookings themselves. */
const isInApproval = sql<boolean>`exists (
  select from project.studies as study
  where study.study_id = bookings.study_id and project.is_approved_at(study.ethics, bookings.starts_at))`;

/**
 * Moves a booking of one of these states, with its step, and gives its researcher; undefined in any other state, and where its
 * time must be approved (`isApproved`) and is not.
 */
export async function updateBooking(
  trx: Db,
  {
    id,
    from,
    by,
    isApproved = false,
  }: { id: string; from: readonly BookingState[]; by: MadeBy; isApproved?: boolean },
  change: Omit<UpdateObject<ProjectTables, 'project.bookings'>, 'booking_id' | 'state'> & {
    state: BookingState;
  },
): Promise<string | undefined> {
  const row = await trx
    .with('booking', (db) =>
      db
        .updateTable('project.bookings')
        .set({ ...change, ...(isOneOf(['HELD', 'OFFERED'], change.state) ? {} : { expires_at: null }) })
        .where('booking_id', '=', id)
        .where('state', 'in', from)
        .$if(isApproved, (query) => query.where(isInApproval))
        .returning([...STEPPED, 'researcher_id']),
    )
    .with('step', (db) =>
      db
        .insertInto('project.booking_steps')
        .columns([...STEPPED, 'made_by'])
        .expression((eb) => eb.selectFrom('booking').select([...STEPPED, madeBy(by)])),
    )
    .selectFrom('booking')
    .select('researcher_id as researcherId')
    .executeTakeFirst();
  return row?.researcherId;
}

/** The number to be called, until the meeting is over: false where it is this one already. It is sealed, so no statement compares it. */
export async function updateNumber(
  trx: Db,
  bookingId: string,
  { phoneNumber, isOnWhatsApp }: { phoneNumber: string; isOnWhatsApp: boolean },
): Promise<boolean> {
  const row = await trx
    .selectFrom('project.bookings')
    .select(['phone_number as phoneNumber', 'is_on_whatsapp as isOnWhatsApp'])
    .where('booking_id', '=', bookingId)
    .where('ends_at', '>', sql<Date>`now()`)
    .forNoKeyUpdate()
    .executeTakeFirst();
  if (!row || (row.phoneNumber === phoneNumber && row.isOnWhatsApp === isOnWhatsApp)) return false;
  await trx
    .updateTable('project.bookings')
    .set({ phone_number: phoneNumber, is_on_whatsapp: isOnWhatsApp })
    .where('booking_id', '=', bookingId)
    .execute();
  return true;
}

export type SlotRefusal = SeatRefusal | 'MEETINGS_OVERLAP';

export const endOf = (startsAt: Date, { durationInMinutes }: Pick<HeldApplication, 'durationInMinutes'>) =>
  new Date(startsAt.getTime() + durationInMinutes * MINUTE_MS);

/**
 * Takes a seat of a slot and the quarters of both people for a booking, in place of those that it may have. The
 * application is held (row lock). After a refusal the transaction must end, since some of it may be taken.
 */
export async function placeBooking(
  trx: Db,
  application: HeldApplication,
  { bookingId, startsAt, insteadOf }: { bookingId: string; startsAt: Date; insteadOf: Date | null },
): Promise<SlotRefusal | undefined> {
  const { studyId, applicationId, researcherId, participantId, leadHours, bufferMinutes } = application;
  if (insteadOf) await holdSlots(trx, studyId, [insteadOf, startsAt]);
  const refusal = await takeSeat(trx, { studyId, startsAt, applicationId, leadHours });
  if (refusal) return refusal;
  const isEmptied = insteadOf !== null && (await giveSeatBack(trx, { studyId, startsAt: insteadOf })) === 0;
  const endsAt = endOf(startsAt, application);
  const isResearcherFree = await claimForSlot(trx, {
    researcherId,
    studyId,
    startsAt,
    until: new Date(endsAt.getTime() + bufferMinutes * MINUTE_MS),
    insteadOf: isEmptied ? insteadOf : undefined,
  });
  if (!isResearcherFree) return 'SLOT_IS_NOT_FREE';
  const own = { startsAt, until: endsAt };
  if (!(await claimForBooking(trx, { participantId, bookingId, ...own }))) return 'MEETINGS_OVERLAP';
  if (isEmptied) await freeOfSlot(trx, { studyId, startsAt: insteadOf });
  if (insteadOf) await freeOfBooking(trx, bookingId, own);
  return undefined;
}

/**
 * Gives the seat back, or takes it off the slot, and the quarters of both people; those of the researcher with the last seat of
 * the slot.
 */
export async function unplaceBooking(
  trx: Db,
  { id, studyId, startsAt }: { id: string; studyId: string; startsAt: Date | null },
  seat: { isGone?: boolean } = {},
): Promise<void> {
  if (!startsAt) return;
  const taken = await giveSeatBack(trx, { studyId, startsAt }, seat);
  if (taken === 0) await freeOfSlot(trx, { studyId, startsAt });
  await freeOfBooking(trx, id);
}
