-- A seat is taken by one conditional update of its slot, and the table refuses one too many.
alter table project.study_slots
  add column seats smallint not null default 1,
  add column taken smallint not null default 0,
  add constraint study_slots_seats_check check (taken between 0 and seats);
