import { sql } from 'kysely';
import { transaction } from '@app/kit/database.ts';
import type { Deps } from '../../deps.ts';
import { writeDues } from '../../money/write-dues.ts';
import { holdBooking } from '../hold-booking.ts';
import { unplaceBooking } from '../place-booking.ts';
import { OPEN_HOURS } from '@app/contracts/project/meeting-choices.ts';
import { type Told, tell } from '../tell.ts';
import { findOffering, offerSeats } from '../waiting/offer-seats.ts';
import { queueOffers } from '../waiting/queue-offers.ts';
import { updateBooking } from '../write-booking.ts';
import { remindOfDisputes } from './remind-of-disputes.ts';
import { sendReminders } from './send-reminders.ts';

/** So many of a kind in one run; the next one is a minute later. */
const BATCH = 500;

type ClockDeps = Pick<Deps, 'db' | 'jobs' | 'openPages' | 'config'>;

/** What the clock of meetings does to bookings, in this order. */
export const clockSteps: readonly ((deps: ClockDeps) => Promise<void>)[] = [
  lapseOffers,
  tellMarks,
  endUnmarked,
  forgetNumbers,
  sendReminders,
  remindOfDisputes,
  offerToAll,
];

async function offerToAll(deps: ClockDeps): Promise<void> {
  for (const studyId of await findOffering(deps.db, BATCH)) await offerSeats(deps, { studyId });
}

/** Places and offers that have expired. */
export async function findExpired({ db }: Pick<Deps, 'db'>, state: 'HELD' | 'OFFERED') {
  return db
    .selectFrom('project.bookings')
    .select([
      'booking_id as bookingId',
      'participant_id as participantId',
      'application_id as applicationId',
      'study_id as studyId',
    ])
    .where('state', '=', state)
    .where('expires_at', '<=', sql<Date>`now()`)
    .orderBy('expires_at')
    .limit(BATCH)
    .execute();
}

/** An offer that was not taken: its seat goes to the next in line. */
async function lapseOffers(deps: ClockDeps): Promise<void> {
  for (const { bookingId: id, participantId } of await findExpired(deps, 'OFFERED')) {
    await transaction(deps.db, async (trx) => {
      const held = await holdBooking(trx, { bookingId: id });
      if (!held) return;
      const { application, booking } = held;
      if (booking.state !== 'OFFERED' || !booking.expiresAt || booking.expiresAt > application.now) return;
      await unplaceBooking(trx, booking);
      await updateBooking(trx, { id, from: ['OFFERED'], by: 'CLOCK' }, { state: 'LAPSED' });
      await queueOffers(deps, trx, booking.studyId);
    });
    deps.openPages.notifyMoved([participantId]);
  }
}

/** Final marks are told: an absence to its participant, with what it means (AP2). */
async function tellMarks({ db, jobs, openPages, config }: ClockDeps): Promise<void> {
  const told = await transaction(db, async (trx) => {
    const { rows } = await sql<{
      id: string;
      participantId: string;
      studyId: string;
      study: string;
      startsAt: Date;
      state: string;
      isSettled: boolean;
    }>`
      with due as (
        select booking_id from project.bookings
        where told_at is null and marked_at <= now() - ${config.ATTENDANCE_UNDO_SECONDS}::int * interval '1 second'
        order by marked_at limit ${BATCH} for update skip locked
      )
      update project.bookings as booking set told_at = now()
      from due, project.studies as study
      where booking.booking_id = due.booking_id and study.study_id = booking.study_id
      returning booking.booking_id as id, booking.participant_id as "participantId", booking.study_id as "studyId",
        study.public_name as study, booking.starts_at as "startsAt", booking.state,
        booking.report_kind is not null and booking.state = 'TURNED_AWAY' as "isSettled"`.execute(trx);
    await tell(
      { jobs },
      trx,
      rows.flatMap(({ id, participantId, studyId, study, startsAt, state, isSettled }): Told[] => {
        const news = {
          userId: participantId,
          about: id,
          params: { studyId, study, startsAt: startsAt.toISOString() },
        };
        if (state === 'NO_SHOW') return [{ ...news, kind: 'MEETING_MISSED', letter: 'MEETING_MISSED' }];
        return isSettled ? [{ ...news, kind: 'MEETING_DECIDED' }] : [];
      }),
    );
    return rows.map(({ participantId }) => participantId);
  });
  openPages.notifyMoved(told);
}

/** An unmarked booking counts as attended, three days after its end. A disputed one is in another state. */
async function endUnmarked({ db, jobs }: ClockDeps): Promise<void> {
  await transaction(db, async (trx) => {
    const { rows } = await sql<{ applicationId: string }>`
      with due as (
        select booking_id from project.bookings
        where state in ('BOOKED', 'CONFIRMED') and ends_at <= now() - ${OPEN_HOURS}::int * interval '1 hour'
        order by starts_at limit ${BATCH} for update skip locked
      ), ended as (
        update project.bookings as booking
        set state = 'ATTENDED', marked_at = now(), told_at = now(), counts_as_attended = true
        from due where booking.booking_id = due.booking_id and booking.state in ('BOOKED', 'CONFIRMED')
        returning booking.booking_id, booking.starts_at, booking.application_id
      ), noted as (
        insert into project.booking_steps (booking_id, state, starts_at, made_by)
        select booking_id, 'ATTENDED', starts_at, 'CLOCK' from ended
      )
      select application_id as "applicationId" from ended`.execute(trx);
    await writeDues(
      { jobs },
      trx,
      rows.map(({ applicationId }) => applicationId),
    );
  });
}

async function forgetNumbers({ db }: ClockDeps): Promise<void> {
  await sql`
    update project.bookings set phone_number = null where booking_id in (
      select booking_id from project.bookings
      where phone_number is not null and ends_at < now() - interval '24 hours' limit ${BATCH}
    )`.execute(db);
}
