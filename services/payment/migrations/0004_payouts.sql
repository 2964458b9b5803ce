-- What somebody is owed: one a participant's application, bonuses beside it, and what goes back to a researcher.
create table payment.payouts (
  payout_id uuid primary key,
  kind text not null check (kind in ('INCENTIVE', 'BONUS', 'REFUND')),
  study_id uuid not null references payment.budgets,
  application_id uuid,
  -- The participant, or the researcher to whom a budget's remainder goes.
  person_id uuid not null,
  funding_id uuid references payment.fundings,
  -- Of a remainder: the phone that it came from. A participant's is asked for when it is sent.
  network text,
  phone_number text,
  pesewas integer not null check (pesewas >= 0),
  -- What the study has set aside for the provider's fee.
  fee_in_pesewas integer not null check (fee_in_pesewas >= 0),
  note text,
  -- Of the decision that it follows: an older one changes nothing.
  version integer not null default 0,
  state text not null check (state in ('CREATED', 'HELD', 'SENDING', 'PENDING', 'UNKNOWN', 'SUCCEEDED', 'ACTION_NEEDED',
    'REVIEW', 'REVERSED', 'CANCELLED')),
  -- Why it is held, needs something, or is looked at.
  why text,
  attempts smallint not null default 0,
  -- When it is looked at next; null where nothing happens by itself.
  next_at timestamptz,
  leased_until timestamptz,
  wallet_hint text,
  provider_id text,
  created_at timestamptz not null default now(),
  paid_at timestamptz,
  missing_at timestamptz,
  check ((kind = 'REFUND') = (funding_id is not null and network is not null and phone_number is not null)),
  check ((kind = 'REFUND') = (application_id is null)),
  check (state in ('CANCELLED', 'SUCCEEDED', 'ACTION_NEEDED', 'REVIEW', 'REVERSED') or next_at is not null)
);
create unique index one_incentive on payment.payouts (application_id) where kind = 'INCENTIVE';
create unique index one_refund on payment.payouts (funding_id) where kind = 'REFUND';
create index payouts_due on payment.payouts (next_at) where next_at is not null;
create index payouts_of_study on payment.payouts (study_id, created_at desc, payout_id desc);
create index payouts_of_person on payment.payouts (person_id, created_at desc, payout_id desc);

-- One order to a provider. Its reference is stored before the socket opens; what is sent again is the same, byte for byte.
create table payment.attempts (
  attempt_id uuid primary key,
  payout_id uuid not null references payment.payouts,
  number smallint not null check (number > 0),
  provider text not null,
  reference uuid not null unique,
  network text not null,
  phone_number text not null,
  account_name text not null,
  pesewas integer not null check (pesewas > 0),
  state text not null default 'NEW'
    check (state in ('NEW', 'SENT', 'ACCEPTED', 'UNKNOWN', 'SUCCEEDED', 'FAILED_PROVEN', 'REJECTED', 'REVERSED')),
  -- The connection was never there: the same may go again at once.
  is_unsent boolean not null default false,
  sent_at timestamptz,
  polls integer not null default 0,
  not_seen integer not null default 0,
  provider_id text,
  reason text,
  created_at timestamptz not null default now(),
  unique (payout_id, number)
);
create unique index one_live_attempt on payment.attempts (payout_id) where state in ('NEW', 'SENT', 'ACCEPTED', 'UNKNOWN');
create index attempts_sent on payment.attempts (provider, sent_at);

-- Providers to which nothing new is sent until somebody has looked.
create table payment.pauses (
  provider text primary key,
  reason text not null,
  at timestamptz not null default now()
);
