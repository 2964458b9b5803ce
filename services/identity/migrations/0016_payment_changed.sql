-- Payments wait for two days after it. Null where the account is still the one of the set-up.
alter table identity.participant_profiles add column payment_changed_at timestamptz;
