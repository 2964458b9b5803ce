-- What a study says of its meetings; the defaults are what a publish without these fields means.
alter table project.studies
  add column meeting_way text not null default 'PHONE' check (meeting_way in ('PHONE', 'VIDEO', 'IN_PERSON')),
  add column meeting_details jsonb not null default '{}',
  add column seats_per_slot smallint not null default 1 check (seats_per_slot between 1 and 30),
  add column choosing text not null default 'AFTER_ACCEPTANCE' check (choosing in ('AFTER_ACCEPTANCE', 'AT_ONCE')),
  add column lead_hours smallint not null default 4 check (lead_hours between 0 and 72),
  add column notice_hours smallint not null default 24 check (notice_hours between 0 and 72),
  add column buffer_minutes smallint not null default 0 check (buffer_minutes in (0, 15, 30)),
  -- Single times that publishing left out of single days.
  add column without_times jsonb not null default '[]';
