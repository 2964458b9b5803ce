-- The role that the running service acts as: it reads and writes this schema and sees no other.
do $$
begin
  if not exists (select from pg_roles where rolname = 'project_app') then
    create role project_app nologin;
  end if;
exception
  -- Another node, or another database of this server, was first.
  when duplicate_object or unique_violation then null;
end
$$;
grant project_app to current_user;
grant usage on schema project to project_app;
alter default privileges in schema project grant select, insert, update, delete on tables to project_app;

-- A deleted project keeps its row while closed studies of it are still in somebody's My Studies.
create table project.projects (
  project_id uuid primary key,
  creator_id uuid not null,
  project_name text not null,
  description text not null,
  created_at timestamptz not null default now(),
  deleted_at timestamptz
);
create index projects_of_creator on project.projects (creator_id, created_at desc, project_id desc)
  where deleted_at is null;

-- Sets of choices are bits in the order of contracts/src/enumerations.ts, the first value lowest.
create table project.studies (
  study_id uuid primary key,
  project_id uuid not null references project.projects,
  state text not null default 'DRAFT' check (state in ('DRAFT', 'PUBLISHED', 'CLOSED')),
  name text not null,
  public_name text not null,
  description text not null,
  -- The company that asks, as it was called when the study was created or published.
  company_name text,
  device_bits smallint not null check (device_bits between 1 and 7),
  minimum_age smallint not null check (minimum_age >= 1),
  maximum_age smallint not null check (maximum_age between minimum_age and 100),
  gender_bits smallint not null check (gender_bits between 1 and 7),
  education_bits smallint not null check (education_bits between 1 and 255),
  income_bits smallint not null check (income_bits between 1 and 31),
  screeners jsonb not null,
  available_dates jsonb not null default '[]',
  available_times jsonb not null default '[]',
  duration_in_minutes smallint check (duration_in_minutes in (15, 30, 45, 60)),
  desired_number_of_participants smallint check (desired_number_of_participants between 1 and 1000),
  created_at timestamptz not null default now(),
  published_at timestamptz,
  closed_at timestamptz,
  check ((state = 'DRAFT') = (published_at is null)),
  check ((state = 'CLOSED') = (closed_at is not null)),
  check (state = 'DRAFT' or (duration_in_minutes is not null and desired_number_of_participants is not null))
);
create index studies_of_project on project.studies (project_id, created_at desc, study_id desc);

-- What browsing walks: newest first, with all that a match needs, so that only the rows of the page are fetched.
create index open_studies on project.studies (published_at desc, study_id desc)
  include (minimum_age, maximum_age, gender_bits, education_bits, income_bits, device_bits)
  where state = 'PUBLISHED';

-- The instants at which the researcher of a published study can meet somebody.
create table project.study_slots (
  study_id uuid not null references project.studies on delete cascade,
  starts_at timestamptz not null,
  primary key (study_id, starts_at)
);

-- What studies are matched by, copied from the identity service when first needed and when it changes.
create table project.participants (
  user_id uuid primary key,
  birth_date date not null,
  gender_bit smallint not null,
  education_bit smallint not null,
  income_bit smallint not null,
  device_bits smallint not null
);

create table project.applications (
  application_id uuid primary key,
  study_id uuid not null references project.studies,
  applicant_id uuid not null references project.participants,
  status text not null default 'PENDING' check (status in ('PENDING')),
  -- Decided when the answers came in; told to the researcher alone.
  is_qualified boolean not null,
  responses jsonb not null,
  applied_at timestamptz not null default now(),
  unique (study_id, applicant_id)
);
create index applications_of_study on project.applications (study_id, applied_at desc, application_id desc)
  include (is_qualified);
create index applications_of_applicant on project.applications (applicant_id, applied_at desc, application_id desc)
  include (study_id);

-- `key` names what happened, so that being told of it twice is one notification.
create table project.notifications (
  notification_id uuid primary key,
  user_id uuid not null,
  key text not null unique,
  message text not null,
  path text,
  is_read boolean not null default false,
  created_at timestamptz not null default now()
);
create index notifications_of_person on project.notifications (user_id, created_at desc, notification_id desc);
create index unread_notifications on project.notifications (user_id) where not is_read;
