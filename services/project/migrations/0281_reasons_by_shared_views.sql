-- The same function as before, by the views of times ahead and of bookings that may still change.
create or replace function project.reasons_to_keep_budget(wanted uuid, dispute_hours integer, restorable_since timestamptz)
returns table (reason text) language sql stable parallel safe as $$
  select found.reason
  from project.studies as study cross join lateral (
    -- People can apply, or can again once it is resumed or restored.
    select 'RECRUITING' as reason
    where study.state in ('PUBLISHED', 'PAUSED') and (study.deleted_at is null or study.deleted_at > restorable_since)
    union all
    -- An applicant who has not been paid can still book one of the times ahead, in a closed study too, and be accepted before.
    select 'TIMES_AHEAD'
    where exists (select from project.slots_ahead as slot where slot.study_id = study.study_id) and exists (
      select from project.applications as application
      where application.study_id = study.study_id and application.status in ('PENDING', 'ACCEPTED') and not exists (
        select from project.dues as due where due.application_id = application.application_id and due.pesewas > 0)
    )
    union all
    -- The payment service does not know of all that is owed.
    select 'UNSENT_PAYABLE'
    where exists (select from project.dues as due where due.study_id = study.study_id and due.sent_version < due.version)
    union all
    -- A meeting is reserved, ahead or unmarked, or the admin has not decided a dispute about it.
    select 'UNFINISHED_BOOKING'
    where exists (select from project.unfinished_bookings as booking where booking.study_id = study.study_id)
    union all
    -- A meeting has ended, or its mark has become final, so lately that the participant may still dispute it.
    select 'DISPUTABLE_MEETING'
    where exists (
      select from project.bookings as booking
      where booking.study_id = study.study_id
        and greatest(booking.final_at, booking.ends_at) > now() - dispute_hours * interval '1 hour')
  ) as found
  -- A study without pay owes nobody.
  where study.study_id = wanted and study.incentive > 0
$$;
