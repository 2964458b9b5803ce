-- What researcher and applicant write to each other. Both sides stand here for their lists, as with bookings.
create table project.threads (
  application_id uuid primary key references project.applications,
  study_id uuid not null,
  researcher_id uuid not null,
  participant_id uuid not null,
  -- Who writes holds this row and takes the next number, so the order is that of the database.
  last_number integer not null default 0,
  last_at timestamptz,
  -- Who wrote first.
  started_by uuid,
  started_at timestamptz,
  researcher_read integer not null default 0,
  participant_read integer not null default 0,
  researcher_blocked_at timestamptz,
  participant_blocked_at timestamptz
);
create index threads_of_researcher on project.threads (researcher_id, last_at desc) where last_number > 0;
create index threads_of_participant on project.threads (participant_id, last_at desc) where last_number > 0;
create index threads_of_study on project.threads (study_id);
create index threads_started on project.threads (started_by, started_at);

create table project.messages (
  application_id uuid not null references project.threads on delete cascade,
  number integer not null,
  author_id uuid not null,
  -- The same in every try of one call.
  call_id uuid not null,
  text text not null,
  sent_at timestamptz not null default now(),
  primary key (application_id, number),
  unique (application_id, call_id)
);
create trigger skip_left before insert on project.messages
  for each row execute function project.skip_left('author_id');

-- With a copy of what was said, which stays when the conversation goes.
create table project.message_reports (
  report_id uuid primary key,
  application_id uuid not null,
  number integer not null,
  study_id uuid not null,
  study_name text not null,
  author_id uuid not null,
  -- Null once they have left.
  reporter_id uuid,
  reported_on date not null default current_date,
  reason text not null,
  text text not null,
  copy jsonb not null,
  unique (reporter_id, application_id, number)
);
create index message_reports_by_day on project.message_reports (reported_on);
create trigger skip_left before insert on project.message_reports
  for each row execute function project.skip_left('reporter_id');
