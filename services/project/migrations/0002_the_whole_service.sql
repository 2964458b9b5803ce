-- All at once, before anything takes long: a node of the version before would else hold one of them and wait for another.
lock table project.applications, project.studies, project.projects in access exclusive mode;

-- Raised by every change of what the thing itself says; the ETag of both.
alter table project.projects add column version integer not null default 1;

alter table project.studies add column version integer not null default 1;
alter table project.studies drop constraint studies_state_check;
alter table project.studies add constraint studies_state_check
  check (state in ('DRAFT', 'PUBLISHED', 'PAUSED', 'CLOSED'));
-- Places taken. Accepting raises it in the statement that finds one left, so that the last place is given once.
alter table project.studies add column accepted_count smallint not null default 0;
alter table project.studies add constraint studies_places_check
  check (accepted_count between 0 and coalesce(desired_number_of_participants, 0));
-- When everybody whom the study fits has been told of it.
alter table project.studies add column announced_at timestamptz;
-- A deleted study can be taken back for a day, then the sweep removes it. Nobody has applied to one.
alter table project.studies add column deleted_at timestamptz;
create index deleted_studies on project.studies (deleted_at) where deleted_at is not null;
-- Generated, so that no statement of this version or an older one can leave it behind. All that is published has been
-- announced; said here, both are one rewriting of the table.
alter table project.studies
  alter column announced_at type timestamptz using published_at,
  add column is_open boolean not null generated always as (
    state = 'PUBLISHED' and deleted_at is null and accepted_count < coalesce(desired_number_of_participants, 0)
  ) stored;

drop index project.open_studies;
create index open_studies on project.studies (published_at desc, study_id desc)
  include (minimum_age, maximum_age, gender_bits, education_bits, income_bits, device_bits, duration_in_minutes)
  where is_open;

alter table project.applications drop constraint applications_status_check;
alter table project.applications add constraint applications_status_check
  check (status in ('PENDING', 'ACCEPTED', 'DECLINED', 'WITHDRAWN'));
-- What the applicant has been told: a decision that is taken back before is never told (NT4).
alter table project.applications add column told_status text not null default 'PENDING'
  check (told_status in ('PENDING', 'ACCEPTED', 'DECLINED', 'WITHDRAWN'));
-- The researcher's own remarks.
alter table project.applications add column remarks text not null default '';
alter table project.applications add column is_favourite boolean not null default false;
-- What counted when the person applied: a profile changes, a history does not.
alter table project.applications add column age smallint;
alter table project.applications add column gender_bit smallint;
alter table project.applications add column education_bit smallint;
alter table project.applications add column income_bit smallint;
alter table project.applications add column device_bits smallint;
create function project.keep_applicant_facts() returns trigger language plpgsql as $$
begin
  select extract(year from age((new.applied_at at time zone 'UTC')::date, person.birth_date)),
    person.gender_bit, person.education_bit, person.income_bit, person.device_bits
    into new.age, new.gender_bit, new.education_bit, new.income_bit, new.device_bits
    from project.participants as person where person.user_id = new.applicant_id;
  return new;
end
$$;
-- Without these the rows are written in half the time.
drop index project.applications_of_study;
drop index project.applications_of_applicant;
update project.applications as application set
  age = extract(year from age((application.applied_at at time zone 'UTC')::date, person.birth_date)),
  gender_bit = person.gender_bit, education_bit = person.education_bit, income_bit = person.income_bit,
  device_bits = person.device_bits
  from project.participants as person where person.user_id = application.applicant_id;
alter table project.applications
  alter column age set not null,
  alter column gender_bit set not null,
  alter column education_bit set not null,
  alter column income_bit set not null,
  alter column device_bits set not null;
create index applications_of_applicant on project.applications (applicant_id, applied_at desc, application_id desc)
  include (study_id);
-- All that a researcher's list of applicants filters, sorts and counts by, so that only the rows of a page are fetched.
create index applications_of_study on project.applications (study_id, applied_at desc, application_id desc)
  include (status, is_qualified, is_favourite, gender_bit, age);
-- By the database, so that a node of the version before this one keeps them too.
create trigger keep_facts before insert on project.applications
  for each row execute function project.keep_applicant_facts();

-- Each change of an application's status after the first (AP1): who, when, why. `told_at` is when its applicant saw it.
create table project.application_steps (
  step_id uuid primary key,
  application_id uuid not null references project.applications,
  -- One decision may be on many applications.
  decision_id uuid not null,
  status text not null check (status in ('PENDING', 'ACCEPTED', 'DECLINED', 'WITHDRAWN')),
  by_user_id uuid not null,
  reason text check (reason in ('NOT_A_MATCH', 'PLACES_TAKEN', 'DATES_DO_NOT_FIT', 'ANSWERS_UNCLEAR', 'OTHER')),
  note text,
  at timestamptz not null default clock_timestamp(),
  told_at timestamptz,
  check ((reason is not null) = (status = 'DECLINED')),
  check (note is null or status = 'DECLINED')
);
create index steps_of_application on project.application_steps (application_id, at);
create index steps_of_decision on project.application_steps (decision_id);
alter table project.applications add column last_step_id uuid references project.application_steps;

-- How often somebody asked for something, per window; kit/src/limits.ts.
create table project.limits (
  key_hash bytea primary key,
  count integer not null,
  ends_at timestamptz not null
);
create index limits_by_end on project.limits (ends_at);

-- Insert-only: what is written here can be read by the owner and changed by nobody.
create table project.audit (
  audit_id uuid primary key,
  at timestamptz not null default clock_timestamp(),
  event text not null,
  user_id uuid,
  address text,
  request_id text,
  about text
);
create index audit_of_person on project.audit (user_id, at);
revoke all on project.audit from project_app;
grant insert on project.audit to project_app;
create function project.refuse_audit_change() returns trigger language plpgsql as $$
begin
  raise exception 'project.audit is append-only' using errcode = 'insufficient_privilege';
end
$$;
create trigger refuse_change before update or delete on project.audit
  for each row execute function project.refuse_audit_change();
create trigger refuse_truncate before truncate on project.audit
  for each statement execute function project.refuse_audit_change();

-- What was answered to a POST with an Idempotency-Key, for a day; kit/src/idempotency.ts.
create table project.idempotency_keys (
  key_hash bytea primary key,
  request_hash bytea not null,
  -- The id of what the call creates: the same in every try of it.
  subject_id uuid not null,
  claimed_at timestamptz not null,
  -- Enciphered by the key itself, which is not kept: null while the call is under way.
  answer bytea,
  ends_at timestamptz not null
);
create index idempotency_keys_by_end on project.idempotency_keys (ends_at);

create index notifications_by_age on project.notifications (created_at);
