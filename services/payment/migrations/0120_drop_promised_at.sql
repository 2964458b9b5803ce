-- A refund and a publish of the same draft now exclude each other by the lock on the study's row.
alter table payment.budgets drop column promised_at;
