-- When a provider last said the same as the ledger; not a state, since it changes nothing.
alter table payment.attempts add column reconciled_at timestamptz;
alter table payment.fundings add column reconciled_at timestamptz;
create index attempts_unreconciled on payment.attempts (created_at)
  where reconciled_at is null and state in ('SUCCEEDED', 'FAILED_PROVEN', 'REJECTED');
create index fundings_unreconciled on payment.fundings (created_at) where reconciled_at is null and state = 'SUCCEEDED';

-- What ledger and provider say otherwise, for somebody to look at.
create table payment.differences (
  kind text not null check (kind in ('OURS_ONLY', 'STATUS', 'AMOUNT', 'FLOAT', 'IN_TRANSIT', 'LEDGER')),
  -- An attempt or a funding, or the provider whose sum differs.
  subject text not null,
  provider text,
  ours text not null,
  theirs text not null,
  found_at timestamptz not null default now(),
  seen_at timestamptz not null default now(),
  primary key (kind, subject)
);
