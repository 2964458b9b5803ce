-- Letters that another service has asked for, so that a job which asks twice is one letter.
create table identity.asked_letters (
  -- Its kind, to whom, and about what.
  key text primary key,
  asked_at timestamptz not null default now()
);
create index asked_letters_by_age on identity.asked_letters (asked_at);
