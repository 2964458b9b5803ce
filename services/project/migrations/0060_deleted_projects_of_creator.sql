-- What a researcher can take back, last deleted first (projects/list-deleted.ts).
create index deleted_projects_of_creator on project.projects (creator_id, deleted_at desc)
  where deleted_at is not null and project_name <> '';
