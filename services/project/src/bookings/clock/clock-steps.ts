import { sql } from 'kysely';
import { transaction } from '@app/kit/database.ts';
import type { Deps } from '../../deps.ts';
import { writeDues } from '../../money/payables.ts';
import { notifyOfDisputes } from '../attendance/report-meeting.ts';
import { holdBooking } from '../hold-booking.ts';
import { unplaceBooking } from '../place-booking.ts';
import { NUMBER_SHOWN_HOURS, OPEN_HOURS } from '@app/contracts/project/meeting-choices.ts';
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
  notifyOfFinalMarks,
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

/** Notifies of marks that have become final: an absence to its participant (AP2), and a report of one to those who answer it. */
async function notifyOfFinalMarks({ db, jobs, openPages }: ClockDeps): Promise<void> {
  const notified = await transaction(db, async (trx) => {
    const { rows } = await sql<FinalMark>`
      with due as (
        select booking_id from project.bookings where has_pending_notification and final_at <= now()
        order by final_at limit ${BATCH} for update skip locked
      )
      update project.bookings as booking set has_pending_notification = false
      from due, project.studies as study
      where booking.booking_id = due.booking_id and study.study_id = booking.study_id
      returning booking.booking_id as id, booking.participant_id as "participantId", booking.researcher_id as "researcherId",
        booking.study_id as "studyId", study.name as "studyName", study.public_name as "publicName",
        booking.starts_at as "startsAt", booking.state, booking.report_kind is not null as "isReported"`.execute(
      trx,
    );
    const [disputed, others] = [rows.filter(isDisputed), rows.filter((mark) => !isDisputed(mark))];
    await tell({ jobs }, trx, others.flatMap(newsOfMark));
    await notifyOfDisputes(
      { jobs },
      trx,
      disputed.map((mark) => ({ ...mark, startsAt: mark.startsAt.toISOString() })),
    );
    return rows.flatMap(({ participantId, researcherId }) => [participantId, researcherId]);
  });
  openPages.notifyMoved(notified);
}

interface FinalMark {
  id: string;
  participantId: string;
  researcherId: string;
  studyId: string;
  studyName: string;
  publicName: string;
  startsAt: Date;
  state: string;
  isReported: boolean;
}

const isDisputed = ({ state, isReported }: FinalMark) => state === 'NO_SHOW' && isReported;

function newsOfMark({
  id,
  participantId,
  studyId,
  publicName,
  startsAt,
  state,
  isReported,
}: FinalMark): Told[] {
  const params = { studyId, study: publicName, startsAt: startsAt.toISOString() };
  const news = { userId: participantId, about: id, params };
  if (state === 'NO_SHOW') return [{ ...news, kind: 'MEETING_MISSED', letter: 'MEETING_MISSED' }];
  return state === 'TURNED_AWAY' && isReported ? [{ ...news, kind: 'MEETING_DECIDED' }] : [];
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
        set state = 'ATTENDED', marked_at = now(), final_at = now(), counts_as_attended = true
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
      where phone_number is not null and ends_at < now() - ${NUMBER_SHOWN_HOURS}::int * interval '1 hour' limit ${BATCH}
    )`.execute(db);
}
