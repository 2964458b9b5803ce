import { sql } from 'kysely';
import { type OwnBooking, bookSlot } from '@app/contracts/project/bookings.ts';
import type { Study, StudyPublish } from '@app/contracts/project/studies.ts';
import type { Engine } from '@app/kit/database.ts';
import { startJobSql } from '../../../kit/test/start-job.ts';
import { decide } from './applicants.ts';
import { waitUntilDone } from './jobs.ts';
import { type Caller, type User, apply, dayAhead, makeProject, makePublished } from './studies.ts';

export interface Meeting {
  study: Study;
  applicationId: string;
}

type App = Caller & { engine: Engine };

export async function makeAccepted(
  app: App,
  { researcher, participant }: { researcher: User; participant: User },
  plan: Partial<StudyPublish> = {},
  projectId?: string,
): Promise<Meeting> {
  const project = projectId ?? (await makeProject(app, researcher)).id;
  const study = await makePublished(app, researcher, { projectId: project }, plan);
  return { study, applicationId: await accept(app, { researcher, participant, study }) };
}

/** After this, the acceptance cannot be undone any more. */
export async function accept(
  app: App,
  { researcher, participant, study }: { researcher: User; participant: User; study: Study },
): Promise<string> {
  const applied = await apply(app, participant, study);
  if (applied.status !== 201) throw new Error(`Applying answered ${applied.status}`);
  const { id } = applied.content;
  const decided = await decide(app, researcher, study.id, [id], { status: 'ACCEPTED' });
  if (decided.content.decided.length !== 1) throw new Error('No one was accepted');
  await setNotified(app, [id]);
  return id;
}

export async function setNotified({ engine }: Pick<App, 'engine'>, applicationIds: string[]): Promise<void> {
  await sql`
    with notified as (
      update project.applications set notified_step_id = last_step_id
      where application_id = any(${applicationIds}::uuid[]) returning last_step_id
    )
    update project.application_steps set at = at - interval '1 minute'
    where step_id in (select last_step_id from notified)`.execute(engine.owner);
}

/** Test files share a worker. With one counter for all, slots would be weeks ahead. */
const freshSlotCounts = new WeakMap<App['engine'], number>();

export async function freshSlot(
  { engine }: Pick<App, 'engine'>,
  studyId: string,
  seats = 1,
): Promise<string> {
  const count = (freshSlotCounts.get(engine) ?? 0) + 1;
  freshSlotCounts.set(engine, count);
  const startsAt = new Date(Date.parse(`${dayAhead(5)}T00:00:00Z`) + count * 2 * 60 * 60_000).toISOString();
  await sql`insert into project.study_slots (study_id, starts_at, seats) values (${studyId}, ${startsAt}, ${seats})`.execute(
    engine.owner,
  );
  return startsAt;
}

export const PHONE = '024 123 4567';
export const STORED_PHONE = '+233241234567';

export function book(app: Caller, participant: User, studyId: string, slotId: string) {
  return app.call(bookSlot, {
    as: participant,
    params: { id: studyId },
    body: { slotId, phoneNumber: PHONE },
  });
}

export async function makeBooked(
  app: App,
  people: { researcher: User; participant: User },
  plan: Partial<StudyPublish> = {},
): Promise<Meeting & { booking: OwnBooking; slotId: string }> {
  const meeting = await makeAccepted(app, people, plan);
  const slotId = await freshSlot(app, meeting.study.id, plan.seatsPerSlot);
  const booked = await book(app, people.participant, meeting.study.id, slotId);
  if (booked.status !== 201) throw new Error(`Booking answered ${JSON.stringify(booked.json)}`);
  return { ...meeting, booking: booked.content, slotId };
}

/** The start of the booking does not change. */
export async function makeTimePass(
  { engine }: Pick<App, 'engine'>,
  bookingId: string,
  time: string,
): Promise<void> {
  await sql`
    with payable as (
      update project.payables as payable set due_at = due_at - ${time}::interval from project.bookings as booking
      where booking.booking_id = ${bookingId} and payable.application_id = booking.application_id
      returning payable.application_id
    )
    update project_jobs.job set start_after = start_after - ${time}::interval from payable
    where job.name = 'payables' and job.data ->> 'applicationId' = payable.application_id::text`.execute(
    engine.owner,
  );
  await sql`
    update project.bookings set
      expires_at = expires_at - ${time}::interval, booked_at = booked_at - ${time}::interval,
      created_at = created_at - ${time}::interval, marked_at = marked_at - ${time}::interval,
      final_at = final_at - ${time}::interval, reported_at = reported_at - ${time}::interval
    where booking_id = ${bookingId}`.execute(engine.owner);
}

/** With a negative interval, the start is in the future. */
export async function moveStart(
  { engine }: Pick<App, 'engine'>,
  bookingId: string,
  ago: string,
): Promise<void> {
  await sql`
    with old as (
      select study_id, starts_at, date_trunc('milliseconds', now() - ${ago}::interval) as new from project.bookings where booking_id = ${bookingId}
    ), slots as (
      update project.study_slots as slot set starts_at = old.new from old
      where slot.study_id = old.study_id and slot.starts_at = old.starts_at
    ), quarter_hours as (
      update project.researcher_quarter_hours as quarter set starts_at = old.new from old
      where quarter.study_id = old.study_id and quarter.starts_at = old.starts_at
    )
    update project.bookings as booking
    set starts_at = old.new, notified_starts_at = case when notified_starts_at = old.starts_at then old.new else notified_starts_at end,
      ends_at = old.new + (booking.ends_at - booking.starts_at),
      -- These calls are enough to mark an absence.
      calls = case when old.new + interval '15 minutes' <= now() then (
        select jsonb_agg(to_char((old.new + minutes * interval '1 minute') at time zone 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"'))
        from unnest(array[0, 5, 15]) as minutes) else '[]' end
    from old
    where booking.study_id = old.study_id and booking.starts_at = old.starts_at`.execute(engine.owner);
}

/** These rules must hold at every commit. */
export async function findBookingFlaws({ engine }: Pick<App, 'engine'>): Promise<unknown[]> {
  const { rows } = await sql`
    select 'seats' as flaw, slot.study_id::text as what, slot.taken::int as a, count(booking_id)::int as b
    from project.study_slots as slot left join project.bookings as booking
      on booking.study_id = slot.study_id and booking.starts_at = slot.starts_at
        and booking.state in ('OFFERED', 'BOOKED', 'CONFIRMED', 'ATTENDED', 'NO_SHOW', 'TURNED_AWAY', 'NOBODY_CAME')
    group by slot.study_id, slot.starts_at, slot.taken having slot.taken <> count(booking_id)
    union all
    select 'quarter hours of a participant', booking.booking_id::text,
      (extract(epoch from ends_at - starts_at) / 900)::int, count(quarter.quarter_at)::int
    from project.bookings as booking
    left join project.participant_quarter_hours as quarter on quarter.booking_id = booking.booking_id
      and quarter.quarter_at >= booking.starts_at and quarter.quarter_at < booking.ends_at
    where booking.state in ('OFFERED', 'BOOKED', 'CONFIRMED')
      -- If a test moved a meeting off the quarter hours, its old locks are still there.
      and extract(epoch from booking.starts_at) % 900 = 0
    group by booking.booking_id having (extract(epoch from ends_at - starts_at) / 900)::int <> count(quarter.quarter_at)::int
    union all
    select 'quarter hours without a booking', quarter.booking_id::text, 0, count(*)::int
    from project.participant_quarter_hours as quarter join project.bookings as booking using (booking_id)
    where booking.state in ('LAPSED', 'HELD', 'CANCELLED_BY_PARTICIPANT', 'CANCELLED_BY_RESEARCHER')
    group by quarter.booking_id
    union all
    select 'words without a meeting', words.booking_id::text, 0, count(*)::int
    from project.proof_words as words join project.bookings as booking using (booking_id)
    where booking.state in ('LAPSED', 'HELD', 'CANCELLED_BY_PARTICIPANT', 'CANCELLED_BY_RESEARCHER')
    group by words.booking_id
    union all
    select 'quarter hours of a free slot', quarter.study_id::text, 0, count(*)::int
    from project.researcher_quarter_hours as quarter join project.study_slots as slot
      on slot.study_id = quarter.study_id and slot.starts_at = quarter.starts_at
    where slot.taken = 0 group by quarter.study_id
    union all
    select 'two live bookings', application_id::text, 1, count(*)::int from project.bookings
    where state in ('HELD', 'OFFERED', 'BOOKED', 'CONFIRMED') group by application_id having count(*) > 1
    union all
    select 'places paid elsewhere', study.study_id::text, study.paid_elsewhere::int, paid.count::int
    from project.studies as study cross join lateral (
      select ceil(coalesce(sum(payable.pesewas + study.payout_fee_in_pesewas), 0)::numeric
        / greatest(study.incentive * 100 + study.payout_fee_in_pesewas, 1)) as count
      from project.payables as payable join project.applications as application using (application_id)
      where payable.study_id = study.study_id and payable.pesewas > 0 and application.status <> 'ACCEPTED'
    ) as paid
    where study.paid_elsewhere <> paid.count`.execute(engine.owner);
  return rows;
}

export async function assertConsistentBookings(app: Pick<App, 'engine'>): Promise<void> {
  const flaws = await findBookingFlaws(app);
  if (flaws.length > 0) throw new Error(`Seats and quarter hours differ: ${JSON.stringify(flaws)}`);
}

/** The database then refuses a commit if `taken` differs from the number of bookings. */
export async function assertSeatsAtCommit({ engine }: Pick<App, 'engine'>): Promise<void> {
  await sql`
    create function project.assert_seats() returns trigger language plpgsql security definer as $$
    declare counted int;
    begin
      select count(*) into counted from project.bookings where study_id = new.study_id and starts_at = new.starts_at
        and state not in ('HELD', 'LAPSED', 'CANCELLED_BY_PARTICIPANT', 'CANCELLED_BY_RESEARCHER');
      if exists (select from project.study_slots
        where study_id = new.study_id and starts_at = new.starts_at and taken <> counted) then
        raise exception 'The seats of a slot are not those of its bookings';
      end if;
      return null;
    end $$`.execute(engine.owner);
  for (const table of ['project.study_slots', 'project.bookings']) {
    await sql`create constraint trigger assert_seats after insert or update on ${sql.table(table)}
      deferrable initially deferred for each row execute function project.assert_seats()`.execute(
      engine.owner,
    );
  }
}

export async function runMeetingSchedule({ engine }: Pick<App, 'engine'>): Promise<void> {
  await sql.raw(startJobSql('project', 'meeting-schedule')).execute(engine.owner);
  await waitUntilDone({ engine }, 'meeting-schedule', 'offers');
}
