-- A decision takes effect at once for everybody, and only its notification waits. This is the last step that the applicant was
-- notified of; null where that is none.
alter table project.applications add column notified_step_id uuid;
update project.applications as application set notified_step_id = step.step_id
from (
  select distinct on (application_id) application_id, step_id from project.application_steps
  where told_at is not null order by application_id, at desc
) as step
where step.application_id = application.application_id;

-- A decision that was undone, and the step that undid it: the researcher sees them in the history, the applicant does not.
alter table project.application_steps add column is_undone boolean not null default false;

-- Reminders to book a time are counted from the acceptance, no longer from its notification.
update project.reminders as reminder set starts_at = step.at
from project.applications as application join project.application_steps as step on step.step_id = application.last_step_id
where reminder.about_id = application.application_id and reminder.kind like 'UNCHOSEN%' and reminder.starts_at = step.told_at;

drop index project.untold_applications;
alter table project.applications drop column told_status;
alter table project.application_steps drop column told_at;
