-- The secret in the address of a researcher's private calendar, by its hash; a new one ends the old.
create table project.calendar_feeds (
  researcher_id uuid primary key,
  key_hash bytea not null unique,
  created_at timestamptz not null default now()
);
