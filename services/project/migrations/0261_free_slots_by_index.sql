-- Which times are free stays as it was. The researcher's other meetings are looked up for each time by their index: as an anti-join they could be
-- read once for all times, which takes longer where a researcher has thousands of quarter-hours.
create or replace view project.free_slots as
select slot.study_id, slot.starts_at, slot.seats, slot.taken
from project.study_slots as slot
join project.studies as study using (study_id) join project.projects as project using (project_id)
where slot.taken < slot.seats and slot.starts_at > now() + study.lead_hours * interval '1 hour'
  and project.is_approved_at(study.ethics, slot.starts_at)
  and (
    select true from project.researcher_quarters as busy
    where busy.researcher_id = project.creator_id and (busy.study_id, busy.starts_at) <> (slot.study_id, slot.starts_at)
      and busy.quarter_at >= slot.starts_at
      and busy.quarter_at < slot.starts_at + (study.duration_in_minutes + study.buffer_minutes) * interval '1 minute'
    limit 1
  ) is null;
