alter table identity.people
  add column wants_decisions boolean not null default true,
  add column wants_new_studies boolean not null default true;
