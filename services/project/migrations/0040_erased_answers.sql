-- When the answers and messages of a study that closed long ago were erased last.
alter table project.studies add column answers_erased_at timestamptz;
create index closed_studies on project.studies (closed_at) include (answers_erased_at) where state = 'CLOSED';
