-- To whom a mail server takes no letters: said to their owner until one is taken, or until they have another address.
create table identity.refused_mailboxes (
  user_id uuid primary key references identity.people on delete cascade,
  email text not null,
  since timestamptz not null default clock_timestamp()
);
