-- Participants are told of a study that has opened when they look, and not before (announcing/). By the database, so that no
-- statement that opens one can forget it: `announced_at` is when it opened last.
create function project.note_opening() returns trigger language plpgsql as $$
begin
  new.announced_at := case when old.state = 'DRAFT' then new.published_at else now() end;
  return new;
end
$$;
create trigger note_opening before update on project.studies for each row
  when (not old.is_open and new.state = 'PUBLISHED' and new.deleted_at is null
    and new.accepted_count < coalesce(new.desired_number_of_participants, 0))
  execute function project.note_opening();
-- Those that a node of the version before has not finished telling; nobody is told twice.
update project.studies set announced_at = now() where is_open and announced_at is null;
create index opened_studies on project.studies (announced_at) where is_open;

-- What opened before it is no news to this person.
alter table project.participants add column news_since timestamptz not null default now();
