-- A payer may have to prove it is them by a code that their network gives them; it is handed on, and stands nowhere. This is how
-- often it may be tried still; null where no code is asked for.
alter table payment.fundings add column codes_left smallint check (codes_left >= 0);
