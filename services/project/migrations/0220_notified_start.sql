-- The time of the meeting that both sides were last notified of, null where they know of none. It replaces a second status of each
-- booking: a notification is pending where the booking differs from it (bookings/notify-change.ts).
alter table project.bookings add column notified_starts_at timestamptz;
update project.bookings
set notified_starts_at = case
  when is_change_untold then told_starts_at
  when state not in ('HELD', 'OFFERED', 'LAPSED', 'CANCELLED_BY_PARTICIPANT') then starts_at
end
where is_change_untold or starts_at is not null;

alter table project.bookings drop column is_change_untold, drop column told_starts_at;
