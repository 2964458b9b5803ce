-- A report keeps what its letter says, so that the admin reads it also where who reported it has left, or the study is gone.
alter table project.reports
  drop constraint reports_study_id_fkey,
  alter column reporter_id drop not null,
  -- Empty where a node of the version before wrote it.
  add column study_name text not null default '',
  add column researcher_id uuid;
-- It was for the deleting of a study.
drop index project.reports_by_study;

update project.reports as report set study_name = study.public_name, researcher_id = project.creator_id
from project.studies as study join project.projects as project using (project_id)
where study.study_id = report.study_id;
