-- What providers call back, as it came: stored and answered at once, and read by a job. It moves no money by itself.
create table payment.callbacks (
  callback_id uuid primary key,
  provider text not null,
  -- Of provider and bytes: what comes again is kept once.
  fingerprint bytea not null unique,
  body bytea not null,
  state text not null check (state in ('NEW', 'DONE', 'ORPHAN', 'REJECTED')),
  reference text,
  received_at timestamptz not null default now()
);
create index callbacks_by_age on payment.callbacks (received_at);
