-- Earlier migrations are not kept; later ones change the result of this file.

-- Role ---------------------------------------------------------------------------------------------------

-- The running service acts under this role, which can use only this schema.
do $$
begin
  if not exists (select from pg_roles where rolname = 'payment_app') then
    create role payment_app nologin;
  end if;
exception
  -- Another node, or another database on the same server, has created the role at the same moment.
  when duplicate_object or unique_violation then null;
end
$$;
-- The user that migrates may act under the service's role, because a single process uses one connection for
-- both.
grant payment_app to current_user;
grant usage on schema payment to payment_app;
-- The role may use every table that this and later migrations create, unless a migration revokes it.
alter default privileges in schema payment grant select, insert, update, delete on tables to payment_app;
-- With MIGRATE=never, a node whose login owns nothing checks that the schema is up to date, so it must read
-- this table.
grant select on payment.migrations to payment_app;

-- Tables -------------------------------------------------------------------------------------------------

-- src/ledger/post.ts has the type of these accounts.
create function payment.is_account(name text) returns boolean immutable language sql as $$
  select name ~ '^(study:[0-9a-f-]{36}:(available|promised|payable|refund_due)'
    '|provider:[a-z]+:(float|in_transit)'
    '|suspense:[a-z]+'
    '|platform:(fee_income|provider_fee_cost|writeoff))$'
$$;

-- Because of the unique key, one event cannot be booked twice.
create table payment.transactions (
  transaction_id uuid primary key,
  kind text not null,
  -- The subject: a funding, an attempt, a payout, or a budget at a version.
  subject text not null,
  happened_at timestamptz not null,
  recorded_at timestamptz not null default clock_timestamp(),
  unique (kind, subject)
);

-- Each posting has its debit and its credit account in one row, so it always balances.
create table payment.postings (
  transaction_id uuid not null references payment.transactions,
  ordinal smallint not null,
  debit text not null,
  credit text not null,
  -- Within the integers that JavaScript represents exactly.
  pesewas bigint not null check (pesewas > 0 and pesewas <= 9007199254740991),
  primary key (transaction_id, ordinal),
  check (debit <> credit),
  constraint names_accounts check (payment.is_account(debit) and payment.is_account(credit))
);

-- Balances of the accounts of studies, which must not become negative. Other accounts have no row, because
-- many payments would wait for it; their postings are summed when needed.
create table payment.balances (
  account text primary key,
  pesewas bigint not null default 0 check (pesewas >= 0)
);

-- The incentive and the fees stay as they were quoted.
create table payment.budgets (
  study_id uuid primary key,
  researcher_id uuid not null,
  state text not null default 'OPEN' check (state in ('OPEN', 'CLOSED')),
  incentive_in_pesewas integer not null check (incentive_in_pesewas between 1 and 300000),
  payout_fee_in_pesewas integer not null check (payout_fee_in_pesewas >= 0),
  -- The fee on money paid in, in hundredths of a per cent.
  collection_fee_points integer not null check (collection_fee_points between 0 and 9999),
  places integer not null check (places between 1 and 1000),
  promised_places integer not null default 0 check (promised_places between 0 and places),
  created_at timestamptz not null default now(),
  closed_at timestamptz,
  check ((state = 'CLOSED') = (closed_at is not null))
);

-- The reference is stored before the provider is called, and identifies the payment there.
create table payment.fundings (
  funding_id uuid primary key,
  study_id uuid not null references payment.budgets,
  provider text not null,
  reference uuid not null unique,
  -- The phone that pays. Null for a card or a bank account, which pay on a page of the provider.
  network text,
  phone_number text,
  asked_in_pesewas bigint not null check (asked_in_pesewas > 0),
  state text not null default 'CREATED'
    check (state in ('CREATED', 'PROMPTED', 'SUCCEEDED', 'FAILED', 'EXPIRED', 'UNKNOWN', 'REVIEW')),
  received_in_pesewas bigint check (received_in_pesewas > 0),
  fee_in_pesewas bigint check (fee_in_pesewas between 0 and received_in_pesewas),
  provider_id text,
  reason text,
  created_at timestamptz not null default now(),
  prompted_at timestamptz,
  -- Time of the next poll of the provider; null if there is nothing to poll.
  next_at timestamptz default now(),
  polls integer not null default 0,
  reconciled_at timestamptz,
  -- Only the researcher gets this address, so only the researcher can pay there.
  page_url text,
  -- The last digits of the card or account that paid, if the provider reports them.
  last_four text check (last_four ~ '^\d{4}$'),
  -- Number of tries left to enter the network's confirmation code; null if no code is needed. The code
  -- itself is not stored.
  codes_left smallint check (codes_left >= 0),
  -- The last digits of the phone number. They find prompts to one number, because encrypted numbers cannot
  -- be compared.
  wallet_hint text,
  -- True if the money is for a bonus, so that it adds no place to the study.
  is_for_bonus boolean not null default false,
  check ((state = 'SUCCEEDED') = (received_in_pesewas is not null)),
  check ((received_in_pesewas is null) = (fee_in_pesewas is null)),
  check ((network is null) = (phone_number is null)),
  check (page_url is null or network is null)
);

-- Money to send: for each application an incentive or the pay of a person who was screened out, bonuses,
-- and refunds to researchers.
create table payment.payouts (
  payout_id uuid primary key,
  kind text not null check (kind in ('INCENTIVE', 'SCREEN_OUT', 'BONUS', 'REFUND')),
  study_id uuid not null references payment.budgets,
  application_id uuid,
  participant_code text,
  -- The participant, or the researcher who gets a refund.
  person_id uuid not null,
  funding_id uuid references payment.fundings,
  -- The phone that gets a refund. A participant's number is not stored: it is requested when the payout is
  -- sent.
  network text,
  phone_number text,
  pesewas integer not null check (pesewas >= 0),
  -- The amount reserved for the provider's fee.
  fee_in_pesewas integer not null check (fee_in_pesewas >= 0),
  note text,
  -- Version of the project service's decision. A request with an older version changes nothing.
  version integer not null default 0,
  -- UNFUNDED: the budget is closed, so the payout waits for money from the researcher.
  state text not null check (state in ('CREATED', 'UNFUNDED', 'HELD', 'SENDING', 'PENDING', 'UNKNOWN',
    'SUCCEEDED', 'ACTION_NEEDED', 'REVIEW', 'REVERSED', 'CANCELLED')),
  -- Reason why the payout is on hold, needs an action, or is under review.
  why text,
  attempts smallint not null default 0,
  -- Time at which the payout job continues; null if a person must act first.
  next_at timestamptz,
  leased_until timestamptz,
  -- The last digits of the number. They find other people who use it, because encrypted numbers cannot be
  -- compared.
  wallet_hint text,
  provider_id text,
  created_at timestamptz not null default now(),
  paid_at timestamptz,
  missing_at timestamptz,
  -- The provider's id of the card or bank payment that is refunded.
  refund_of text,
  -- The last digits of a number that another person uses too, but that an operator has allowed.
  allowed_wallet_hint text,
  -- Time since which the provider has not answered about an order that the database may have lost.
  unanswered_since timestamptz,
  check ((kind = 'REFUND') = (funding_id is not null)),
  check ((kind = 'REFUND') = (application_id is null)),
  check ((kind = 'REFUND') = (participant_code is null)),
  check (state in ('UNFUNDED', 'CANCELLED', 'SUCCEEDED', 'ACTION_NEEDED', 'REVIEW', 'REVERSED')
    or next_at is not null),
  check ((network is null) = (phone_number is null)),
  check ((kind = 'REFUND') = (network is not null or refund_of is not null)),
  check (network is null or refund_of is null)
);

-- The reference is stored before the order is sent, and a repeated order is identical, byte for byte.
create table payment.attempts (
  attempt_id uuid primary key,
  payout_id uuid not null references payment.payouts,
  number smallint not null check (number > 0),
  provider text not null,
  reference uuid not null unique,
  network text,
  phone_number text,
  account_name text not null,
  pesewas integer not null check (pesewas > 0),
  state text not null default 'NEW' check (state in (
    'NEW', 'SENT', 'ACCEPTED', 'UNKNOWN', 'SUCCEEDED', 'FAILED_PROVEN', 'REJECTED', 'REVERSED')),
  -- True if no connection was made, so that the same order can be sent again at once.
  is_unsent boolean not null default false,
  sent_at timestamptz,
  polls integer not null default 0,
  times_not_found integer not null default 0,
  provider_id text,
  reason text,
  created_at timestamptz not null default now(),
  reconciled_at timestamptz,
  refund_of text,
  -- The polls, and the time that the provider needs to show the order, count from this time.
  last_sent_at timestamptz,
  polls_before_sent integer not null default 0,
  unique (payout_id, number),
  check ((network is null) = (phone_number is null)),
  check ((network is null) = (refund_of is not null))
);

-- The network's answer about the owner of a payment account. It is requested once for each change of the
-- account, so that no person can look up many numbers.
create table payment.account_checks (
  person_id uuid primary key,
  -- When the checked account was changed; null for the account of the set-up.
  account_changed_at timestamptz,
  state text not null check (state in ('MATCHES', 'DIFFERS', 'NOT_REGISTERED', 'UNKNOWN')),
  asked_at timestamptz not null default now(),
  -- The person confirmed that the number is theirs, although the network has another name.
  confirmed_at timestamptz
);

-- Providers to which no new orders are sent until an operator has looked.
create table payment.pauses (
  provider text primary key,
  reason text not null,
  at timestamptz not null default now()
);

-- Callbacks are stored and answered at once and read by a job; a callback alone moves no money.
create table payment.callbacks (
  callback_id uuid primary key,
  provider text not null,
  -- Hash of provider and body, so that a repeated callback is stored once.
  fingerprint bytea not null unique,
  body bytea not null,
  state text not null check (state in ('NEW', 'DONE', 'ORPHAN', 'REJECTED')),
  reference text,
  received_at timestamptz not null default now()
);

-- DUPLICATE means that an order that counted as failed was paid, in addition to the order that replaced it.
create table payment.differences (
  kind text not null check (kind in (
    'OURS_ONLY', 'STATUS', 'AMOUNT', 'DUPLICATE', 'FLOAT', 'IN_TRANSIT', 'LEDGER')),
  -- An attempt, a funding, or the provider whose sum differs.
  subject text not null,
  provider text,
  ours text not null,
  theirs text not null,
  found_at timestamptz not null default now(),
  seen_at timestamptz not null default now(),
  primary key (kind, subject)
);

-- The last known balance at each provider, and the money that the two days before needed.
create table payment.floats (
  provider text primary key,
  pesewas bigint not null,
  needed bigint not null,
  read_at timestamptz not null default now()
);

-- A provider that never answered has no balance, so its silence counts from this time.
create table payment.watched_providers (
  provider text primary key,
  since timestamptz not null default now()
);

-- The database that the service opened last, and whether it was closed cleanly. Another database, or the same
-- after a crash, may have lost orders that were sent.
create table payment.opened (
  is_only boolean primary key default true check (is_only),
  database text not null,
  closed_cleanly boolean not null,
  -- Time at which payouts last stopped for this reason. The orders of all earlier payouts are uncertain.
  data_lost_at timestamptz
);

-- People who deleted their account, for whom no payable can be added.
create table payment.left_people (
  user_id uuid primary key,
  left_at timestamptz not null default now()
);

-- kit/src/limits.ts reads and writes this table.
create table payment.limits (
  key_hash bytea primary key,
  count integer not null,
  ends_at timestamptz not null
);

-- Responses to POST requests with an Idempotency-Key, kept for a day (kit/src/idempotency.ts).
create table payment.idempotency_keys (
  key_hash bytea primary key,
  request_hash bytea not null,
  -- The id of what the request creates, the same in every retry.
  subject_id uuid not null,
  claimed_at timestamptz not null,
  -- Encrypted with the key itself, which is not stored. Null while the request runs.
  answer bytea,
  ends_at timestamptz not null
);

-- The audit log outlives accounts, so it has no foreign key.
create table payment.audit (
  audit_id uuid primary key,
  at timestamptz not null default clock_timestamp(),
  event text not null,
  user_id uuid,
  -- The admin who acted in the admin area; null for everybody else.
  admin_id uuid,
  address text,
  request_id text,
  about text
);

-- Indexes ------------------------------------------------------------------------------------------------

-- Admins export the bookings of a month.
create index transactions_by_time on payment.transactions (happened_at, transaction_id);
create index postings_by_debit on payment.postings (debit);
create index postings_by_credit on payment.postings (credit);
create index budgets_of_researcher on payment.budgets (researcher_id);
create index fundings_of_study on payment.fundings (study_id, created_at);
create index fundings_due on payment.fundings (next_at) where next_at is not null;
-- A study has at most one open prompt, because a researcher who approved two would pay twice.
create unique index one_open_prompt on payment.fundings (study_id) where state in ('CREATED', 'PROMPTED');
create index fundings_unreconciled on payment.fundings (created_at)
  where reconciled_at is null and state = 'SUCCEEDED';
create index fundings_by_wallet_hint on payment.fundings (wallet_hint, created_at)
  where wallet_hint is not null;
-- Metrics count payments under review at each scrape, and admins list the failed ones.
create index fundings_that_wait on payment.fundings (state, created_at) where state in ('REVIEW', 'FAILED');
-- An application is paid once, apart from bonuses.
create unique index one_incentive on payment.payouts (application_id)
  where kind in ('INCENTIVE', 'SCREEN_OUT');
create unique index one_refund on payment.payouts (funding_id) where kind = 'REFUND';
create index payouts_due on payment.payouts (next_at) where next_at is not null;
create index payouts_of_study on payment.payouts (study_id, created_at desc, payout_id desc);
create index payouts_of_person on payment.payouts (person_id, created_at desc, payout_id desc);
create index payouts_by_wallet_hint on payment.payouts (wallet_hint) where kind <> 'REFUND';
-- Metrics count the payouts that wait for a person at each scrape, and admins list them.
create index payouts_that_wait on payment.payouts (state)
  where state in ('REVIEW', 'REVERSED', 'ACTION_NEEDED', 'UNFUNDED');
-- A payout has at most one order in progress, so that no one is paid twice.
create unique index one_live_attempt on payment.attempts (payout_id)
  where state in ('NEW', 'SENT', 'ACCEPTED', 'UNKNOWN');
-- Reconciliation sums what a provider needed in the last two days.
create index attempts_sent on payment.attempts (provider, sent_at);
create index attempts_unreconciled on payment.attempts (created_at)
  where reconciled_at is null and state in ('SUCCEEDED', 'FAILED_PROVEN', 'REJECTED');
-- A provider's daily limit counts the orders created on that day.
create index attempts_written on payment.attempts (provider, created_at);
create index callbacks_by_age on payment.callbacks (received_at);
create index limits_by_end on payment.limits (ends_at);
create index idempotency_keys_by_end on payment.idempotency_keys (ends_at);
create index audit_of_person on payment.audit (user_id, at);
create index audit_by_time on payment.audit (at, audit_id);

-- Views --------------------------------------------------------------------------------------------------

-- Payments that are not final, for admins and operators. No column holds a name or a whole number.
create view payment.open_payments as
select * from (
  select payout_id as id, kind, state, why, study_id, person_id, pesewas, wallet_hint, attempts,
    created_at, next_at,
    (select provider from payment.attempts as attempt where attempt.payout_id = payout.payout_id
      order by number desc limit 1) as provider,
    case
      when state in ('REVIEW', 'REVERSED') then 'REVIEW'
      -- A person who has left cannot correct an account, so an operator pays.
      when state = 'ACTION_NEEDED' and person_id in (select user_id from payment.left_people) then 'REVIEW'
      when state = 'ACTION_NEEDED' and why = 'WALLET_IN_USE' then 'WALLET'
      when state = 'UNFUNDED' then 'UNFUNDED'
      when state = 'HELD' then 'HELD'
      when state in ('SENDING', 'PENDING', 'UNKNOWN') then 'IN_TRANSIT'
      -- The person has to correct an account, or the payment is sent once more after a while.
      when state = 'ACTION_NEEDED' or (state = 'CREATED' and attempts > 0) then 'FAILED'
    end as group_name
  from payment.payouts as payout
  where next_at is not null or state in ('REVIEW', 'REVERSED', 'ACTION_NEEDED', 'UNFUNDED')
  union all
  select funding_id, 'FUNDING', funding.state, reason, study_id, researcher_id, asked_in_pesewas,
    coalesce(wallet_hint, '•••• ' || last_four), 0, funding.created_at, next_at, provider,
    case
      when funding.state = 'REVIEW' then 'REVIEW'
      when funding.state <> 'FAILED' then 'IN_TRANSIT'
      -- Declined prompts stay forever, so only recent ones are listed.
      when funding.created_at > now() - interval '30 days' then 'FAILED'
    end
  from payment.fundings as funding join payment.budgets using (study_id)
  where funding.state in ('REVIEW', 'FAILED') or next_at is not null
) as open where group_name is not null;

-- Functions ----------------------------------------------------------------------------------------------

create function payment.ever_promised(study uuid) returns bigint stable language sql as $$
  select coalesce(sum(pesewas), 0)::bigint
  from payment.postings join payment.transactions using (transaction_id)
  where credit = 'study:' || study || ':promised' and kind = 'PROMISED'
$$;
comment on function payment.ever_promised is
  'Sums all that was ever promised for places of a study: used up or not, '
  'and also for places beyond its plan.';

-- Triggers -----------------------------------------------------------------------------------------------

-- Nothing else writes balances. Accounts are locked in one order, so that transactions cannot deadlock.
create function payment.follow_postings() returns trigger
language plpgsql security definer set search_path = pg_catalog as $$
declare
  change record;
begin
  for change in
    select account, sum(pesewas)::bigint as pesewas from (
      select credit as account, pesewas from added union all select debit, -pesewas from added
    ) as moved
    where account like 'study:%' group by account order by account
  loop
    insert into payment.balances (account) values (change.account) on conflict do nothing;
    update payment.balances set pesewas = balances.pesewas + change.pesewas where account = change.account;
  end loop;
  return null;
end
$$;
create trigger follow_postings after insert on payment.postings referencing new table as added
  for each statement execute function payment.follow_postings();

-- Refuses all changes of tables that only grow. Rights alone are not enough, because the embedded engine
-- ignores roles.
create function payment.refuse_change() returns trigger language plpgsql as $$
begin
  raise exception '%.% is append-only', tg_table_schema, tg_table_name
    using errcode = 'insufficient_privilege';
end
$$;
create trigger refuse_change before update or delete on payment.transactions
  for each row execute function payment.refuse_change();
create trigger refuse_truncate before truncate on payment.transactions
  for each statement execute function payment.refuse_change();
create trigger refuse_change before update or delete on payment.postings
  for each row execute function payment.refuse_change();
create trigger refuse_truncate before truncate on payment.postings
  for each statement execute function payment.refuse_change();

-- Keeps the audit log append-only. Only the owner can delete entries, and only those older than two years
-- (docs/decisions/0066-retention.md).
create function payment.refuse_audit_change() returns trigger language plpgsql as $$
begin
  if tg_op = 'DELETE' then
    if old.at < now() - interval '2 years' then
      return old;
    end if;
  end if;
  raise exception 'payment.audit is append-only' using errcode = 'insufficient_privilege';
end
$$;
create trigger refuse_change before update or delete on payment.audit
  for each row execute function payment.refuse_audit_change();
create trigger refuse_truncate before truncate on payment.audit
  for each statement execute function payment.refuse_change();

-- Rights -------------------------------------------------------------------------------------------------

-- The service adds to the audit log and can neither read nor change it.
revoke all on payment.audit from payment_app;
grant insert on payment.audit to payment_app;
-- The service may add to the ledger and read it, but only the trigger writes balances.
revoke all on payment.transactions, payment.postings, payment.balances from payment_app;
grant select, insert on payment.transactions, payment.postings to payment_app;
grant select on payment.balances to payment_app;
