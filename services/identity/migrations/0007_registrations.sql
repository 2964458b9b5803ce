-- What was filled in to register with an address that nobody has verified yet. A link completes the one that it was sent
-- for: whoever registers with somebody else's address must not choose how its owner signs in.
create table identity.registrations (
  registration_id uuid primary key,
  user_id uuid not null references identity.people on delete cascade,
  role text not null check (role in ('RESEARCHER', 'PARTICIPANT')),
  first_name text not null,
  last_name text not null,
  phone_number text,
  password_hash text not null,
  registered_at timestamptz not null default clock_timestamp()
);
create index registrations_of_person on identity.registrations (user_id);
alter table identity.letter_tokens
  add column registration_id uuid references identity.registrations on delete set null;
create index letter_tokens_of_registration on identity.letter_tokens (registration_id);
