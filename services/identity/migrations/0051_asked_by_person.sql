-- What was asked for goes with its person; of a letter to the admin, which outlasts them, it is null.
alter table identity.asked_letters
  add column user_id uuid references identity.people on delete cascade;
create index asked_letters_by_person on identity.asked_letters (user_id);
