-- Whom alone a study is for: who did something in others of the same researcher's; bits as in project.not_again.
create table project.only_these (
  study_id uuid not null references project.studies on delete cascade,
  earlier_id uuid not null references project.studies on delete cascade,
  who_bits smallint not null check (who_bits between 1 and 7),
  primary key (study_id, earlier_id),
  check (study_id <> earlier_id)
);
create index only_these_of_earlier on project.only_these (earlier_id);

-- Nobody else finds it. In the indexes of open studies, so that a walk through them still reads the index alone; beside the former ones,
-- which 0098 drops.
alter table project.studies add column is_by_invitation boolean not null default false;
create index open_studies_for on project.studies (published_at desc, study_id desc)
  include (minimum_age, maximum_age, gender_bits, education_bits, income_bits, device_bits, duration_in_minutes, incentive, further_bits,
    open_cells, is_by_invitation)
  where is_open;
create index open_studies_for_by_pay on project.studies (incentive desc, published_at desc, study_id desc)
  include (minimum_age, maximum_age, gender_bits, education_bits, income_bits, device_bits, duration_in_minutes, further_bits, open_cells,
    is_by_invitation)
  where is_open and incentive > 0;
