-- Who has opened a study's page, once each: the day and the way that led there alone. Researchers read numbers of it, never who.
create table project.study_views (
  study_id uuid not null references project.studies on delete cascade,
  participant_id uuid not null,
  seen_on date not null default (now() at time zone 'UTC')::date,
  source text not null check (source in ('BROWSE', 'LINK', 'INVITATION')),
  -- Of their answers: it outlives the draft, which goes once it is sent or old.
  begun_on date,
  primary key (study_id, participant_id)
);
create index views_of_participant on project.study_views (participant_id);
create trigger skip_left before insert on project.study_views
  for each row execute function project.skip_left('participant_id');
