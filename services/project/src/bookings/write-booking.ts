import { type UpdateObject, sql } from 'kysely';
import { type BookingState, MOST_MOVES } from '@app/contracts/project/meeting-choices.ts';
import { prepareQuery } from '@app/kit/database.ts';
import type { Db, ProjectTables } from '../schema.ts';
import { countMovesSql } from './locks.ts';
import { OWN_BOOKING_COLUMNS, type OwnBookingRow, selectOwnBooking } from './participant-bookings.ts';
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

export async function insertBooking(trx: Db, booking: NewBooking, by: MadeBy): Promise<OwnBookingRow> {
  const given = { phoneNumber: null, isOnWhatsApp: false, ...booking, by };
  const [row] = await insertIn[booking.state](trx, given);
  return row!;
}

const insertAs = (state: NewBooking['state']) =>
  prepareQuery((trx: Db, booking: Required<NewBooking> & { by: MadeBy }) =>
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
            booked_at: state === 'BOOKED' ? sql<Date>`clock_timestamp()` : null,
            moves: sql<number>`least(${MOST_MOVES}::int, ${countMovesSql(booking.applicationId)})`,
          })
          .returning(OWN_BOOKING_COLUMNS),
      )
      .with('waited', (db) =>
        db
          .deleteFrom('project.waiting')
          .where('study_id', '=', booking.studyId)
          .where('participant_id', '=', booking.participantId)
          .where(sql<boolean>`${state === 'BOOKED'}::boolean`),
      )
      .with('step', (db) =>
        db
          .insertInto('project.booking_steps')
          .columns([...HISTORY_COLUMNS, 'made_by'])
          .expression((eb) => eb.selectFrom('booking').select([...HISTORY_COLUMNS, madeBy(booking.by)])),
      )
      .selectFrom('booking')
      .$call(selectOwnBooking),
  );

const HISTORY_COLUMNS = ['booking_id', 'state', 'starts_at'] as const;
const madeBy = (by: MadeBy) => sql<MadeBy>`${by}::text`.as('made_by');

const insertIn = { HELD: insertAs('HELD'), OFFERED: insertAs('OFFERED'), BOOKED: insertAs('BOOKED') };

const isInApproval = sql<boolean>`exists (
  select from project.studies as study
  where study.study_id = bookings.study_id and project.is_approved_at(study.ethics, bookings.starts_at))`;

/**
 * A place or an offer whose time is over. No one can use it while the study is suspended, so it stays then,
 * but a place without a time ends like that of a survey (project.survey_deadlines).
 */
export const hasExpired = sql<boolean>`(expires_at <= now() and (excused_at is null
  or coalesce(starts_at, created_at + interval '13 days') <= now()
  or starts_at is null and exists (
    select from project.studies as study where study.study_id = bookings.study_id and study.state = 'CLOSED')))`;

/**
 * Changes nothing and returns undefined if the booking has another state, lacks a required approval, or with
 * `isExpired` has not expired.
 */
export async function updateBooking(
  trx: Db,
  {
    id,
    from,
    by,
    isApproved = false,
    isExpired = false,
  }: {
    id: string;
    from: readonly BookingState[];
    by: MadeBy;
    isApproved?: boolean;
    isExpired?: boolean;
  },
  change: Omit<UpdateObject<ProjectTables, 'project.bookings'>, 'booking_id' | 'state'> & {
    state: BookingState;
  },
): Promise<OwnBookingRow | undefined> {
  return trx
    .with('booking', (db) =>
      db
        .updateTable('project.bookings')
        .set({ ...change, ...(isOneOf(['HELD', 'OFFERED'], change.state) ? {} : { expires_at: null }) })
        .where('booking_id', '=', id)
        .where('state', 'in', from)
        .$if(isApproved, (query) => query.where(isInApproval))
        .$if(isExpired, (query) => query.where(hasExpired))
        .returning(OWN_BOOKING_COLUMNS),
    )
    .with('step', (db) =>
      db
        .insertInto('project.booking_steps')
        .columns([...HISTORY_COLUMNS, 'made_by'])
        .expression((eb) => eb.selectFrom('booking').select([...HISTORY_COLUMNS, madeBy(by)])),
    )
    .selectFrom('booking')
    .$call(selectOwnBooking)
    .executeTakeFirst();
}

/**
 * SQL cannot compare numbers, because they are encrypted. Returns false if the number is the same or the
 * meeting has ended.
 */
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
