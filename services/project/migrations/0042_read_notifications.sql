-- When a notification was read: it is deleted some weeks later. A node of the version before leaves it empty, and then the row goes
-- by its age.
alter table project.notifications add column read_at timestamptz;
create index read_notifications on project.notifications (read_at) where read_at is not null;
