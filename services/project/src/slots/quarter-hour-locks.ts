import { sql } from 'kysely';
import type { Db } from '../schema.ts';

/** For a researcher, `until` includes the gap after the meeting. */
export interface TimeRange {
  startsAt: Date;
  until: Date;
}

const quarterHours = ({ startsAt, until }: TimeRange) =>
  sql`generate_series(${startsAt}::timestamptz, ${until}::timestamptz - interval '1 minute', interval '15 minutes')`;

interface OfSlot extends TimeRange {
  researcherId: string;
  studyId: string;
  /**
   * Start of the old slot of a moved booking, if nobody else is in it. The new slot takes over the quarter
   * hours that both need.
   */
  replacedStartsAt?: Date | undefined;
}

/**
 * Returns false if another slot has one of the quarter hours. `claimSeat` has locked the slot, so no other
 * call claims for it; ascending order, and releasing only after claiming, prevent deadlocks.
 */
export async function claimSlotQuarterHours(trx: Db, slot: OfSlot): Promise<boolean> {
  const { researcherId, studyId, startsAt, replacedStartsAt = null } = slot;
  // `claimed` inserts rows and may wait for another transaction, so it runs before `moved` updates any.
  const { rows } = await sql<{ isClaimed: boolean }>`
    with wanted as (
      select quarter from ${quarterHours(slot)} as quarter
    ), claimed as (
      insert into project.researcher_quarter_hours (researcher_id, quarter_at, study_id, starts_at)
      select ${researcherId}::uuid, quarter, ${studyId}::uuid, ${startsAt}::timestamptz from wanted order by quarter
      on conflict do nothing returning quarter_at
    ), moved as (
      update project.researcher_quarter_hours set starts_at = ${startsAt}::timestamptz
      where researcher_id = ${researcherId} and study_id = ${studyId} and starts_at = ${replacedStartsAt}::timestamptz
        and quarter_at in (select quarter from wanted)
      returning quarter_at
    )
    select (select count(*) from wanted) = (select count(*) from claimed) + (select count(*) from moved) + (
      select count(*) from wanted join project.researcher_quarter_hours as own on own.quarter_at = wanted.quarter
      where own.researcher_id = ${researcherId} and own.study_id = ${studyId} and own.starts_at = ${startsAt}::timestamptz
    ) as "isClaimed"`.execute(trx);
  return rows[0]?.isClaimed === true;
}

export async function releaseSlotQuarterHours(
  trx: Db,
  { studyId, startsAt }: { studyId: string; startsAt: Date },
): Promise<void> {
  await trx
    .deleteFrom('project.researcher_quarter_hours')
    .where('study_id', '=', studyId)
    .where('starts_at', '=', startsAt)
    .execute();
}

interface OfBooking extends TimeRange {
  participantId: string;
  bookingId: string;
}

/** The booking may already have some of these quarter hours, so they are not claimed again. */
export async function claimForBooking(trx: Db, booking: OfBooking): Promise<boolean> {
  const { participantId, bookingId } = booking;
  const { rows } = await sql<{ isClaimed: boolean }>`
    with wanted as (
      select quarter from ${quarterHours(booking)} as quarter
    ), claimed as (
      insert into project.participant_quarter_hours (participant_id, quarter_at, booking_id)
      select ${participantId}::uuid, quarter, ${bookingId}::uuid from wanted order by quarter
      on conflict do nothing returning quarter_at
    )
    select (select count(*) from wanted) = (select count(*) from claimed) + (
      select count(*) from wanted join project.participant_quarter_hours as own on own.quarter_at = wanted.quarter
      where own.participant_id = ${participantId} and own.booking_id = ${bookingId}
    ) as "isClaimed"`.execute(trx);
  return rows[0]?.isClaimed === true;
}

export async function releaseBookingQuarterHours(
  trx: Db,
  bookingId: string,
  keptRange?: TimeRange,
): Promise<void> {
  let unwanted = trx.deleteFrom('project.participant_quarter_hours').where('booking_id', '=', bookingId);
  if (keptRange) {
    unwanted = unwanted.where((eb) =>
      eb.or([eb('quarter_at', '<', keptRange.startsAt), eb('quarter_at', '>=', keptRange.until)]),
    );
  }
  await unwanted.execute();
}

/** Quarter hours of people who left are deleted, so that they do not block others. */
export async function deleteQuarterHours(trx: Db, userId: string): Promise<void> {
  await trx.deleteFrom('project.participant_quarter_hours').where('participant_id', '=', userId).execute();
  await trx.deleteFrom('project.researcher_quarter_hours').where('researcher_id', '=', userId).execute();
}
