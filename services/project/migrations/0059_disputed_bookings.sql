-- Disputes that wait for the admin, by when they began: the clock looks for those each minute (bookings/clock).
create index bookings_disputed on project.bookings (reported_at)
  where reported_at is not null and decided_at is null and state in ('NO_SHOW', 'NOBODY_CAME');
