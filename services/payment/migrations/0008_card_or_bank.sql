-- Who pays by card or bank account is asked by a page of the provider's, and by no phone.
alter table payment.fundings
  alter column network drop not null,
  alter column phone_number drop not null,
  -- Nobody else knows it, so nobody can pay before it stands here.
  add column page_url text,
  -- Of the card or the account that paid, where the provider says.
  add column last_four text check (last_four ~ '^\d{4}$'),
  add check ((network is null) = (phone_number is null)),
  add check (page_url is null or network is null);
