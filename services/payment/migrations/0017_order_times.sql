-- An order may go out again: how long a provider may take to know it, and the steps of asking, begin with each sending.
alter table payment.attempts
  add column last_sent_at timestamptz,
  add column polls_before_sent integer not null default 0;

-- A limit of a day counts what was written on it.
create index attempts_written on payment.attempts (provider, created_at);
