-- Double entry. A posting is one row, so it balances by construction; what belongs together is a transaction, whose key is
-- what happened: the same thing cannot be booked twice.
create table payment.transactions (
  transaction_id uuid primary key,
  kind text not null,
  -- Whatever it happened to: a funding, an attempt, a payout, a budget at a version.
  subject text not null,
  happened_at timestamptz not null,
  recorded_at timestamptz not null default clock_timestamp(),
  unique (kind, subject)
);

create table payment.postings (
  transaction_id uuid not null references payment.transactions,
  ordinal smallint not null,
  debit text not null,
  credit text not null,
  pesewas bigint not null check (pesewas > 0 and pesewas <= 9007199254740991),
  primary key (transaction_id, ordinal),
  check (debit <> credit)
);
create index postings_by_debit on payment.postings (debit);
create index postings_by_credit on payment.postings (credit);

create function payment.is_account(name text) returns boolean immutable language sql as $$
  select name ~ '^(study:[0-9a-f-]{36}:(available|promised|payable|refund_due)|provider:[a-z]+:(float|in_transit)|suspense:[a-z]+|platform:(fee_income|provider_fee_cost|writeoff))$'
$$;
alter table payment.postings add constraint names_accounts check (payment.is_account(debit) and payment.is_account(credit));

-- Only where a rule needs one: no account of a study goes below nothing. All others are sums, so no row of theirs is hot.
create table payment.balances (
  account text primary key,
  pesewas bigint not null default 0 check (pesewas >= 0)
);

-- Balances follow from postings and from nothing else; the role may read them only. Accounts are held in one order, so that
-- nobody waits in a circle.
create function payment.follow_postings() returns trigger language plpgsql security definer set search_path = pg_catalog as $$
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

revoke all on payment.transactions, payment.postings, payment.balances from payment_app;
grant select, insert on payment.transactions, payment.postings to payment_app;
grant select on payment.balances to payment_app;
create trigger refuse_change before update or delete on payment.transactions
  for each row execute function payment.refuse_change();
create trigger refuse_truncate before truncate on payment.transactions
  for each statement execute function payment.refuse_change();
create trigger refuse_change before update or delete on payment.postings
  for each row execute function payment.refuse_change();
create trigger refuse_truncate before truncate on payment.postings
  for each statement execute function payment.refuse_change();
