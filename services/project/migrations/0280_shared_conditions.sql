-- Conditions that several features ask about. The planner merges the views and the function may_have_budget into the statement that
-- uses them, so the indexes of the tables serve them too.

-- People who may not act now, because they are suspended or the verification of their company was revoked.
create view project.suspended_people as
select user_id from project.barred_people where is_barred;

-- Whether somebody may have paid into the budget of a study, also while it was a draft.
create function project.may_have_budget(study project.studies) returns boolean language sql immutable parallel safe
return study.incentive > 0 or study.was_paid;

-- Studies whose budget has not been refunded to the researcher yet. The condition is that of the index studies_with_money.
create view project.unrefunded_studies as
select study_id, project_id, state, incentive, deleted_at from project.studies as study
where project.may_have_budget(study) and given_back_at is null;

-- Applicants who must agree to the latest consent text before they meet, with its version and text. Those whose meeting has begun were met by
-- the text of that time, unless they had not agreed to it either. A missed meeting does not count as met.
create view project.outdated_consents as
select application.application_id, application.study_id, application.applicant_id,
  json_build_object('version', consent.version, 'text', consent.text) as consent
from project.applications as application
join project.studies as study using (study_id)
join project.study_consents as consent on consent.study_id = study.study_id and consent.version = study.consent_version
where application.consent_version < study.consent_version and application.consent_taken_back_at is null
  and application.status in ('PENDING', 'ACCEPTED')
  and not exists (
    select from project.bookings as met
    where met.application_id = application.application_id and met.starts_at <= now()
      and (met.state = 'ATTENDED' or met.state in ('BOOKED', 'CONFIRMED') and not exists (
        select from project.study_consents as later where later.study_id = application.study_id
          and later.version > application.consent_version and later.written_at <= met.starts_at)));

-- How many messages of the other side each participant and researcher has not read, by conversation.
create view project.unread_messages as
select thread.application_id,
  (select count(*)::int from project.messages as message where message.application_id = thread.application_id
    and message.number > thread.participant_read and message.author_id <> thread.participant_id) as participant_count,
  (select count(*)::int from project.messages as message where message.application_id = thread.application_id
    and message.number > thread.researcher_read and message.author_id <> thread.researcher_id) as researcher_count
from project.threads as thread;

-- Inserts notifications, given as inbox/insert-notification.ts writes them, unless one with the same key exists; returns who was
-- notified. A function, so that a statement that writes something else can notify too, without the round trips of a transaction.
create function project.insert_notifications(notifications jsonb) returns uuid[] language plpgsql as $$
declare
  notified uuid[];
begin
  with inserted as (
    insert into project.notifications (notification_id, user_id, key, kind, params, created_at)
    select id, "userId", given.key, given.kind, given.params, coalesce("createdAt", now())
    from jsonb_to_recordset(notifications)
      as given (id uuid, "userId" uuid, key text, kind text, params jsonb, "createdAt" timestamptz)
    on conflict (key) do nothing
    returning user_id
  )
  select coalesce(array_agg(user_id), '{}') into notified from inserted;
  return notified;
end
$$;

-- Why a participant may still become entitled to money of a study, which keeps its budget open. The hours are those in which a
-- participant may dispute a mark; a study that was deleted later than the last argument can still be restored.
create function project.reasons_to_keep_budget(wanted uuid, dispute_hours integer, restorable_since timestamptz)
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
