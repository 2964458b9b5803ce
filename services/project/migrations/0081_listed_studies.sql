-- Open studies that their researchers show to anybody (browsing/public-studies.ts).
alter table project.studies add column is_listed boolean not null default false;
create index listed_studies on project.studies (published_at desc, study_id desc) where is_open and is_listed;
