-- When places were last promised: a publish has its promise first, and may not be committed yet.
alter table payment.budgets add column promised_at timestamptz;
