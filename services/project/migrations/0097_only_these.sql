-- Whom alone a study is for: who did something in others of the same researcher's; bits as in project.not_again.
create table project.only_these (
  study_id uuid not null references project.studies on delete cascade,
  earlier_id uuid not null references project.studies on delete cascade,
  who_bits smallint not null check (who_bits between 1 and 7),
  primary key (study_id, earlier_id),
  check (study_id <> earlier_id)
);
create index only_these_of_earlier on project.only_these (earlier_id);

-- Nobody else finds it.
alter table project.studies add column is_by_invitation boolean not null default false;
