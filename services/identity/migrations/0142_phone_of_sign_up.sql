-- Whether the phone number is the one that was given at the sign-up. Only that one is confirmed without a password.
alter table identity.people add column is_phone_of_sign_up boolean not null default true;
