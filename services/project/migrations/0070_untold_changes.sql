-- A participant has changed the time, and neither side has a letter of it yet (bookings/tell-change.ts). `told_starts_at` is the time
-- that they last had one of; null where that was none.
alter table project.bookings
  add column is_change_untold boolean not null default false,
  add column told_starts_at timestamptz;
