-- At once, before anything takes long: a node of the version before would else hold one of them and wait for the other.
lock table project.applications, project.studies in access exclusive mode;

-- Places used up by who is owed the incentive and holds none (studies/change-places.ts). Without an upper bound: a place that
-- was given on is paid once more when the meeting of whoever had it before turns out to count.
alter table project.studies add column paid_elsewhere smallint not null default 0 check (paid_elsewhere >= 0);
update project.studies as study set paid_elsewhere = paid.count
from (
  select due.study_id, count(*) from project.dues as due join project.applications as application using (application_id)
  where due.pesewas > 0 and application.status <> 'ACCEPTED' group by due.study_id
) as paid
where paid.study_id = study.study_id;

-- A generated column takes no other expression, so it is made anew with what hangs on it.
drop trigger note_opening on project.studies;
drop index project.open_studies, project.opened_studies;
alter table project.studies
  add column places_left smallint generated always as (
    desired_number_of_participants - accepted_count - paid_elsewhere
  ) stored,
  drop column is_open,
  add column is_open boolean not null generated always as (
    state = 'PUBLISHED' and deleted_at is null
    and accepted_count + paid_elsewhere < coalesce(desired_number_of_participants, 0)
  ) stored;
create index open_studies on project.studies (published_at desc, study_id desc)
  include (minimum_age, maximum_age, gender_bits, education_bits, income_bits, device_bits, duration_in_minutes)
  where is_open;
create index opened_studies on project.studies (announced_at) where is_open;
create trigger note_opening before update on project.studies for each row
  when (not old.is_open and new.state = 'PUBLISHED' and new.deleted_at is null
    and new.accepted_count + new.paid_elsewhere < coalesce(new.desired_number_of_participants, 0))
  execute function project.note_opening();

-- By the database, so that no statement that changes what is owed can forget it. Who holds a place has it counted already.
-- The application is held, so that a withdrawal at the same moment comes before or after it.
create function project.count_paid_elsewhere() returns trigger language plpgsql as $$
declare
  held_status text;
begin
  select status into held_status from project.applications where application_id = new.application_id for share;
  if held_status <> 'ACCEPTED' then
    -- In a statement of its own: a count that waits for the row would not see what was committed meanwhile.
    perform from project.studies where study_id = new.study_id for no key update;
    update project.studies as study set paid_elsewhere = (
      select count(*) from project.dues as due join project.applications as paid using (application_id)
      where due.study_id = study.study_id and due.pesewas > 0 and paid.status <> 'ACCEPTED'
    )
    where study.study_id = new.study_id;
  end if;
  return null;
end
$$;
create trigger count_paid_elsewhere after insert or update of pesewas on project.dues
  for each row execute function project.count_paid_elsewhere();
