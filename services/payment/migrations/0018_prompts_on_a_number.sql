-- The last digits of the phone that was asked: prompts on one number are looked for by these, since what is sealed cannot be compared.
alter table payment.fundings add column wallet_hint text;
create index fundings_by_wallet_hint on payment.fundings (wallet_hint, created_at) where wallet_hint is not null;
create index budgets_of_researcher on payment.budgets (researcher_id);
