-- The last meeting time of a study, as the job that closes ended ones last saw it; by its index the job reads those alone that may
-- have ended since. Not seen yet: before all others.
alter table project.studies add column ends_at timestamptz not null default '-infinity';
create index studies_by_end on project.studies (ends_at)
  where state in ('PUBLISHED', 'PAUSED') and deleted_at is null;
