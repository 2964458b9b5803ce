-- Conditions that several features ask about. The planner merges these views and functions into the statement that uses them, so
-- the indexes of the tables serve them too.

-- Times of studies that have not begun. A cancelled time keeps its row, without seats.
create view project.slots_ahead as
select study_id, starts_at, seats, taken from project.study_slots where seats > 0 and starts_at > now();

-- Whether a meeting that begins then is not beyond the last day of its study's ethics approval, which may be shortened at any time.
create function project.is_approved_at(ethics jsonb, starts_at timestamptz) returns boolean language sql stable parallel safe
return coalesce(starts_at at time zone 'UTC' < (ethics ->> 'validUntil')::date + 1, true);

-- Times with a free seat that a participant without other meetings could book now: after the study's lead time, within its approval,
-- and while the researcher has no other meeting, the gap after it included.
-- The researcher's other meetings are looked up for each time by their index: an anti-join could read all of them once, which takes
-- longer where a researcher has thousands of quarter-hours.
create view project.free_slots as
select slot.study_id, slot.starts_at, slot.seats, slot.taken
from project.study_slots as slot
join project.studies as study using (study_id) join project.projects as project using (project_id)
where slot.taken < slot.seats and slot.starts_at > now() + study.lead_hours * interval '1 hour'
  and project.is_approved_at(study.ethics, slot.starts_at)
  and (
    select true from project.researcher_quarters as busy
    where busy.researcher_id = project.creator_id and (busy.study_id, busy.starts_at) <> (slot.study_id, slot.starts_at)
      and busy.quarter_at >= slot.starts_at
      and busy.quarter_at < slot.starts_at + (study.duration_in_minutes + study.buffer_minutes) * interval '1 minute'
    limit 1
  ) is null;

-- Closed studies of which no time can be booked any more. No time is added to a closed study.
create view project.ended_studies as
select study.study_id from project.studies as study
where study.state = 'CLOSED' and not exists (
  select from project.study_slots as slot
  where slot.study_id = study.study_id and slot.seats > 0 and slot.starts_at > now() + study.lead_hours * interval '1 hour');

-- Times that the researcher has cancelled for an applicant, with a reason. They are not offered to that applicant again, whoever else
-- may book them. A meeting that ends with its acceptance is cancelled without a reason.
create view project.refused_slots as
select application_id, starts_at from project.bookings where state = 'CANCELLED_BY_RESEARCHER' and cancel_reason <> '';

-- Meetings, and offers of one, that have not ended.
create view project.meetings_ahead as
select booking_id, study_id, application_id, participant_id, starts_at, ends_at from project.bookings
where state in ('OFFERED', 'BOOKED', 'CONFIRMED') and ends_at > now();

-- Whether a meeting that its participant has reported waits for the admin's decision. A mark that agrees with the report settles it.
create function project.is_open_dispute(state text, reported_at timestamptz, decided_at timestamptz) returns boolean
language sql immutable parallel safe
return reported_at is not null and decided_at is null and state in ('NO_SHOW', 'NOBODY_CAME');

-- Bookings that may still change: reserved, offered, ahead or unmarked ones, and open disputes.
create view project.unfinished_bookings as
select booking_id, study_id, application_id from project.bookings
where state in ('HELD', 'OFFERED', 'BOOKED', 'CONFIRMED') or project.is_open_dispute(state, reported_at, decided_at);

-- Which stages of a meeting an application is in, for the filter of the applicants list.
create view project.meeting_stages as
select application_id, 'CHOOSING' as stage from project.applications as application
where status = 'ACCEPTED' and not exists (
  select from project.bookings as booking where booking.application_id = application.application_id
    and booking.state in ('BOOKED', 'CONFIRMED', 'ATTENDED', 'NO_SHOW', 'TURNED_AWAY', 'NOBODY_CAME'))
union all
select application_id, 'AHEAD' from project.bookings where state in ('BOOKED', 'CONFIRMED') and starts_at > now()
union all
select application_id, 'UNMARKED' from project.bookings where state in ('BOOKED', 'CONFIRMED') and starts_at <= now()
union all
select application_id, state from project.bookings where state in ('ATTENDED', 'NO_SHOW');

-- Applications of paid studies with a booking that may still come to count: by a mark, a dispute, or a cancellation at short notice.
-- What they are paid comes out of the place that they had, so until that is settled the place is not given to another person.
create function project.applications_that_may_be_owed(short_notice_hours integer, dispute_hours integer)
returns table (application_id uuid, study_id uuid) language sql stable parallel safe as $$
  select booking.application_id, booking.study_id
  from project.bookings as booking join project.studies as study using (study_id)
  where study.incentive > 0 and (
    booking.state in ('BOOKED', 'CONFIRMED') and booking.starts_at < now() + short_notice_hours * interval '1 hour'
    or booking.state in ('NO_SHOW', 'NOBODY_CAME') and booking.decided_at is null
      and (booking.reported_at is not null or booking.final_at > now() - dispute_hours * interval '1 hour'))
$$;
