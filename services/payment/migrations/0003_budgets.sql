-- The money of one study. Incentive and fees are as they were quoted, whatever they are for others later.
create table payment.budgets (
  study_id uuid primary key,
  researcher_id uuid not null,
  state text not null default 'OPEN' check (state in ('OPEN', 'CLOSED')),
  incentive_in_pesewas integer not null check (incentive_in_pesewas between 1 and 300000),
  payout_fee_in_pesewas integer not null check (payout_fee_in_pesewas >= 0),
  -- Of what is paid in, in hundredths of a per cent.
  collection_fee_points integer not null check (collection_fee_points between 0 and 9999),
  places integer not null check (places between 1 and 1000),
  promised_places integer not null default 0 check (promised_places between 0 and places),
  created_at timestamptz not null default now(),
  closed_at timestamptz,
  check ((state = 'CLOSED') = (closed_at is not null))
);

-- One request to pay into a budget. The reference is stored before anybody is asked, and is what the provider knows it by.
create table payment.fundings (
  funding_id uuid primary key,
  study_id uuid not null references payment.budgets,
  provider text not null,
  reference uuid not null unique,
  network text not null,
  phone_number text not null,
  asked_in_pesewas bigint not null check (asked_in_pesewas > 0),
  state text not null default 'CREATED'
    check (state in ('CREATED', 'PROMPTED', 'SUCCEEDED', 'FAILED', 'EXPIRED', 'UNKNOWN', 'REVIEW')),
  received_in_pesewas bigint check (received_in_pesewas > 0),
  fee_in_pesewas bigint check (fee_in_pesewas between 0 and received_in_pesewas),
  provider_id text,
  reason text,
  created_at timestamptz not null default now(),
  prompted_at timestamptz,
  -- When to ask the provider next; null where nothing is to be asked.
  next_at timestamptz default now(),
  polls integer not null default 0,
  check ((state = 'SUCCEEDED') = (received_in_pesewas is not null)),
  check ((received_in_pesewas is null) = (fee_in_pesewas is null))
);
create index fundings_of_study on payment.fundings (study_id, created_at);
create index fundings_due on payment.fundings (next_at) where next_at is not null;
-- Whoever approved two prompts would pay twice.
create unique index one_open_prompt on payment.fundings (study_id) where state in ('CREATED', 'PROMPTED');
