-- What each provider last said that lies with it, beside what the two days before had needed: metrics show it between two
-- reconciliations.
create table payment.floats (
  provider text primary key,
  pesewas bigint not null,
  needed bigint not null,
  read_at timestamptz not null default now()
);

-- What waits for somebody is counted at each scrape, among all payments that were ever made.
create index payouts_that_wait on payment.payouts (state) where state in ('REVIEW', 'REVERSED', 'ACTION_NEEDED');
create index fundings_that_wait on payment.fundings (state) where state = 'REVIEW';
