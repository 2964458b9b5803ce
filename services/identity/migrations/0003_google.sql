-- Whoever came by Google alone has no password until a letter sets one.
alter table identity.people alter column password_hash drop not null;

-- Accounts at the issuer, known by its subject for ever; an address there may change or pass on to somebody else.
create table identity.google_accounts (
  issuer text not null,
  subject text not null,
  user_id uuid not null references identity.people on delete cascade,
  added_at timestamptz not null default now(),
  primary key (issuer, subject)
);
create index google_accounts_of_person on identity.google_accounts (user_id);
