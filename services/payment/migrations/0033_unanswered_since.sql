-- Since when a provider has not said whether it knows an order of this payment that the database may have forgotten.
alter table payment.payouts add column unanswered_since timestamptz;
