-- Which browser registered: the hash of its cookie with the registration's id. Null: of a node of the version before, or of a
-- program without cookies. A link that is opened in another browser keeps no password of the registration.
alter table identity.registrations add column browser_hash bytea;

-- Until an address is verified, only its registrations hold passwords. A node of the version before gives the account the
-- password of a registration just before it verifies the address; a stranger may have chosen that one.
create function identity.drop_unproven_password() returns trigger language plpgsql as $$
begin
  new.password_hash := null;
  return new;
end
$$;
create trigger drop_unproven_password before insert or update of password_hash on identity.people
  for each row when (new.email_verified_at is null) execute function identity.drop_unproven_password();
update identity.people set password_hash = null where email_verified_at is null and password_hash is not null;
