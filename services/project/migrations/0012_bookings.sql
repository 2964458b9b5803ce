-- One applicant's seat in a slot, or the place that is held while they choose. Researcher and study stand here for the lists,
-- without a reference to the study: an insert would wait for whoever holds that, and they may wait for the application.
create table project.bookings (
  booking_id uuid primary key,
  application_id uuid not null references project.applications,
  study_id uuid not null,
  participant_id uuid not null,
  researcher_id uuid not null,
  -- Of a study with several sittings, which; there is one for now.
  part smallint not null default 1,
  state text not null check (state in ('HELD', 'OFFERED', 'BOOKED', 'CONFIRMED', 'ATTENDED', 'NO_SHOW', 'TURNED_AWAY',
    'NOBODY_CAME', 'CANCELLED_BY_PARTICIPANT', 'CANCELLED_BY_RESEARCHER', 'LAPSED')),
  starts_at timestamptz,
  ends_at timestamptz,
  expires_at timestamptz,
  -- Of the calendar file: raised by each change of time, and by a cancellation.
  sequence integer not null default 0,
  moves smallint not null default 0 check (moves between 0 and 3),
  -- For a call, and gone a day after the meeting.
  phone_number text,
  is_on_whatsapp boolean not null default false,
  number_shown_at timestamptz,
  created_at timestamptz not null default now(),
  -- When the present time was taken.
  taken_at timestamptz,
  confirmed_at timestamptz,
  -- Moved or given back after the notice.
  is_late boolean not null default false,
  cancel_reason text,
  marked text check (marked in ('ATTENDED', 'NO_SHOW', 'TURNED_AWAY')),
  marked_at timestamptz,
  -- When the mark could not be taken back any more, and its participant was told.
  told_at timestamptz,
  report_kind text check (report_kind in ('NOT_A_NO_SHOW', 'NOBODY_CAME')),
  report_text text,
  reported_at timestamptz,
  decision text check (decision in ('PARTICIPANT', 'RESEARCHER')),
  decision_reason text,
  decided_at timestamptz,
  -- For pay, whatever its state.
  counts_as_attended boolean not null default false,
  check ((starts_at is null) = (ends_at is null)),
  check (starts_at < ends_at),
  check (state in ('HELD', 'LAPSED') or starts_at is not null),
  check ((state in ('HELD', 'OFFERED')) = (expires_at is not null))
);
create unique index live_bookings on project.bookings (application_id, part)
  where state in ('HELD', 'OFFERED', 'BOOKED', 'CONFIRMED');
create index bookings_of_application on project.bookings (application_id);
create index bookings_of_slot on project.bookings (study_id, starts_at);
create index bookings_of_participant on project.bookings (participant_id, starts_at desc);
create index bookings_of_researcher on project.bookings (researcher_id, starts_at);
create index bookings_ahead on project.bookings (starts_at) where state in ('BOOKED', 'CONFIRMED');
create index bookings_expiring on project.bookings (expires_at) where expires_at is not null;
create index bookings_with_number on project.bookings (ends_at) where phone_number is not null;
create index bookings_untold on project.bookings (marked_at) where marked_at is not null and told_at is null;

-- What became of each, oldest first.
create table project.booking_steps (
  step_id uuid primary key default gen_random_uuid(),
  booking_id uuid not null references project.bookings,
  state text not null,
  starts_at timestamptz,
  made_by text not null check (made_by in ('PARTICIPANT', 'RESEARCHER', 'CLOCK', 'ADMIN')),
  at timestamptz not null default clock_timestamp()
);
create index steps_of_booking on project.booking_steps (booking_id, at);
