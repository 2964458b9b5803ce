-- Who has left. Whatever a late job or the last token of theirs writes for them comes to nothing.
create table project.left_people (
  user_id uuid primary key,
  left_at timestamptz not null default now()
);
create function project.skip_left() returns trigger language plpgsql as $$
begin
  if exists (select from project.left_people as gone where gone.user_id = (to_jsonb(new) ->> tg_argv[0])::uuid) then
    return null;
  end if;
  return new;
end
$$;
create trigger skip_left before insert on project.participants
  for each row execute function project.skip_left('user_id');
create trigger skip_left before insert on project.notifications
  for each row execute function project.skip_left('user_id');
create trigger skip_left before insert on project.dues
  for each row execute function project.skip_left('participant_id');
create trigger skip_left before insert on project.begun_answers
  for each row execute function project.skip_left('participant_id');

-- An application outlives the facts of whoever made it. Without them nobody applies: keep_facts finds none.
alter table project.applications drop constraint applications_applicant_id_fkey;
