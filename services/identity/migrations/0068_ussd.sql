-- Where somebody is in the menu that a phone dials (docs/decisions/0080): a row a session. Neither a number nor words stand in it; it is
-- swept after a day.
create table identity.ussd_sessions (
  -- Of the gateway, the number and its session.
  session_hash text primary key,
  user_id uuid not null references identity.people on delete cascade,
  screen text not null,
  -- What the screen says, without its words.
  shown jsonb not null default '{}',
  -- Those that have come, each once, in their order.
  keys text not null default '',
  begun_at timestamptz not null default clock_timestamp()
);
create index ussd_sessions_of_person on identity.ussd_sessions (user_id);
create index ussd_sessions_by_age on identity.ussd_sessions (begun_at);
