-- An order that had failed and was paid after all, beside the one that was sent in its place.
alter table payment.differences drop constraint differences_kind_check;
alter table payment.differences add constraint differences_kind_check
  check (kind in ('OURS_ONLY', 'STATUS', 'AMOUNT', 'DUPLICATE', 'FLOAT', 'IN_TRANSIT', 'LEDGER'));
