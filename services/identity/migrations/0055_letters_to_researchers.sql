alter table identity.people
  add column wants_applications boolean not null default true,
  add column wants_meetings boolean not null default true;
