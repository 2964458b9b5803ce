-- Deleted projects that can be taken back; without a name they cannot any more.
create index deleted_projects on project.projects (deleted_at) where deleted_at is not null and project_name <> '';
