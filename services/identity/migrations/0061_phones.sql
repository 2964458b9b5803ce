-- Numbers that somebody has proven to be theirs by a code of a text message (docs/decisions/0074). One stands on one account of each
-- role at the most.
create table identity.phones (
  user_id uuid primary key references identity.people on delete cascade,
  role text not null check (role in ('RESEARCHER', 'PARTICIPANT')),
  proven_number text not null,
  number_hash text not null,
  proven_at timestamptz not null default clock_timestamp(),
  -- No text arrives there.
  dead_at timestamptz,
  unique (number_hash, role)
);

-- The newest code of each number and how often it was sent and tried, also of numbers that nobody has: one row a number, so that
-- whatever is counted is counted for the number. Swept once all of it is over.
create table identity.phone_codes (
  number_hash text primary key,
  coded_number text not null,
  -- Of the text that the code leaves with.
  code_id uuid not null unique,
  purpose text not null check (purpose in ('PROVE', 'LOG_IN')),
  user_id uuid references identity.people on delete set null,
  -- Who asked for it: their session, or the cookie of their browser.
  flow_hash bytea not null,
  -- Null until the text leaves, and once it is used.
  code_hash text,
  expires_at timestamptz not null,
  tries integer not null default 0,
  -- Counted for a day from its first code on.
  counted_from timestamptz not null default clock_timestamp(),
  sends integer not null default 1,
  wrong_tries integer not null default 0,
  next_at timestamptz not null
);
create index phone_codes_of_person on identity.phone_codes (user_id);
create index phone_codes_by_age on identity.phone_codes (counted_from);

-- A session that a code of a text opened changes neither money nor ways in by itself.
alter table identity.sessions add column is_by_code boolean not null default false;
