-- A decision takes effect at once for everybody, and only its notification waits. This is the last step that the applicant was
-- notified of; null where that is none.
alter table project.applications add column notified_step_id uuid;
update project.applications as application set notified_step_id = step.step_id
from (
  select distinct on (application_id) application_id, step_id from project.application_steps
  where told_at is not null order by application_id, at desc
) as step
where step.application_id = application.application_id;
drop index project.untold_applications;
alter table project.applications drop column told_status;
alter table project.application_steps drop column told_at;
