-- A mark of who came takes effect at once. It is final from this moment on: it cannot be taken back any more, and disputes,
-- absences and payments count from here.
alter table project.bookings add column final_at timestamptz;
-- The clock has still to notify of the mark, once it is final.
alter table project.bookings add column has_pending_notification boolean not null default false;
update project.bookings
set final_at = coalesce(told_at, marked_at + interval '10 minutes'), has_pending_notification = told_at is null
where state <> 'NOBODY_CAME' and (marked_at is not null or told_at is not null);

drop index project.bookings_untold;
alter table project.bookings drop column told_at;

-- The payment service is not asked to pay before this moment, at which the mark is final.
alter table project.dues add column due_at timestamptz not null default now();
update project.dues set due_at = changed_at + case when told_version < version and pesewas > 0 then interval '10 minutes' else '0' end;
alter table project.dues rename column told_version to sent_version;
drop index project.dues_untold;
