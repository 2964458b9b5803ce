-- Whom a list of addresses lets into a study by invitation; the identity service, which alone knows the addresses, names them.
create table project.invited_people (
  study_id uuid not null references project.studies on delete cascade,
  participant_id uuid not null,
  primary key (study_id, participant_id)
);
create index invited_people_by_person on project.invited_people (participant_id);
create trigger skip_left before insert on project.invited_people
  for each row execute function project.skip_left('participant_id');

-- Its researcher invites people by such a list.
alter table project.studies add column is_by_list boolean not null default false;
