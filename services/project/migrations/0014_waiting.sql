-- Accepted applicants for whom no time is free, in the order in which they came.
create table project.waiting (
  study_id uuid not null,
  participant_id uuid not null,
  application_id uuid not null references project.applications,
  -- The days that suit; any where there are none.
  days jsonb not null default '[]',
  joined_at timestamptz not null default clock_timestamp(),
  primary key (study_id, participant_id)
);
create index waiting_of_application on project.waiting (application_id);
create index waiting_in_order on project.waiting (study_id, joined_at);
