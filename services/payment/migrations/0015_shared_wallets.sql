-- To which number an operator lets somebody be paid although somebody else uses it too, by its last digits. Who else uses a
-- number is looked for by these as well, since what is sealed cannot be compared.
alter table payment.payouts add column allowed_wallet_hint text;
create index payouts_by_wallet_hint on payment.payouts (wallet_hint) where kind <> 'REFUND';
