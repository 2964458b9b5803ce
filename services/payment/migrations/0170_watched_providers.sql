-- Since when each provider of the settings is watched. One that has never answered has no float, and its silence must have an age.
create table payment.watched_providers (
  provider text primary key,
  since timestamptz not null default now()
);
