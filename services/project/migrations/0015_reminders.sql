-- What has been reminded of. By the start in the key a booking that is moved is reminded of anew.
create table project.reminders (
  -- A booking, or an application without one.
  about_id uuid not null,
  kind text not null,
  starts_at timestamptz not null,
  sent_at timestamptz not null default now(),
  primary key (about_id, kind, starts_at)
);
