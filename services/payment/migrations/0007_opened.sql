-- The database that the service opened last, and whether it was closed: another one, or one that a power cut ended, may have
-- forgotten what was sent.
create table payment.opened (
  is_only boolean primary key default true check (is_only),
  database text not null,
  is_closed boolean not null
);
