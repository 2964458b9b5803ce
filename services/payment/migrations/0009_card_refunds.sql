-- What came by card or bank account goes back by the payment that brought it, named by the provider's own number of it.
alter table payment.payouts
  add column refund_of text,
  drop constraint payouts_check,
  add check ((kind = 'REFUND') = (funding_id is not null)),
  add check ((network is null) = (phone_number is null)),
  add check ((kind = 'REFUND') = (network is not null or refund_of is not null)),
  add check (network is null or refund_of is null);
alter table payment.attempts
  add column refund_of text,
  alter column network drop not null,
  alter column phone_number drop not null,
  add check ((network is null) = (phone_number is null)),
  add check ((network is null) = (refund_of is not null));
