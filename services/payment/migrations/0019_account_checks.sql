-- What came of asking a network whose number a person's account has: once for each change of it, so that nobody asks about many numbers.
create table payment.account_checks (
  person_id uuid primary key,
  -- Of the account that was asked about; null while it is the one of the set-up.
  account_changed_at timestamptz,
  state text not null check (state in ('MATCHES', 'DIFFERS', 'NOT_REGISTERED', 'UNKNOWN')),
  asked_at timestamptz not null default now()
);
