-- Who may not act now, as the identity service said last. Whoever publishes holds their row, so that a bar and a publish wait for
-- each other: the study that comes first is paused, the one that comes after is refused.
create table project.barred_people (
  user_id uuid primary key,
  version integer not null,
  is_barred boolean not null
);

-- What participants say of studies, for the admin's letter. One a person, study and day.
create table project.reports (
  report_id uuid primary key,
  study_id uuid not null references project.studies (study_id) on delete cascade,
  reporter_id uuid not null,
  reported_on date not null default current_date,
  reason text not null,
  text text not null,
  unique (reporter_id, reported_on, study_id)
);
create index reports_by_study on project.reports (study_id);
create index reports_by_day on project.reports (reported_on);
create trigger skip_left before insert on project.reports
  for each row execute function project.skip_left('reporter_id');
