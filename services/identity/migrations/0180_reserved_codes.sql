-- Whether a code is one of those that are kept for known devices, phones that dial, and older accounts (docs/decisions/0074).
alter table identity.phone_codes add column is_reserved boolean not null default false;
