-- What a participant was matched by until they changed it: a study that opened before goes by that (docs/decisions/0068).
create table identity.former_facts (
  user_id uuid not null references identity.participant_profiles on delete cascade,
  until timestamptz not null default clock_timestamp(),
  date_of_birth date not null,
  gender text not null,
  education text not null,
  annual_household_income text not null,
  device_bits smallint not null,
  primary key (user_id, until)
);
-- By the database, so that no statement can forget it, nor a node of the version before. The row is held, so the instants of one
-- person rise.
create function identity.keep_former_facts() returns trigger language plpgsql as $$
begin
  insert into identity.former_facts (user_id, date_of_birth, gender, education, annual_household_income, device_bits)
  values (old.user_id, old.date_of_birth, old.gender, old.education, old.annual_household_income, old.device_bits);
  return null;
end
$$;
create trigger keep_former_facts after update on identity.participant_profiles for each row
  when ((old.date_of_birth, old.gender, old.education, old.annual_household_income, old.device_bits)
    is distinct from (new.date_of_birth, new.gender, new.education, new.annual_household_income, new.device_bits))
  execute function identity.keep_former_facts();

-- By which two accounts with one number are known, though it is sealed; null until the sweep has hashed what was there before.
alter table identity.participant_profiles add column payment_number_hash text;
create index profiles_by_payment_number on identity.participant_profiles (payment_number_hash);
-- A node of the version before writes a number and leaves the hash of the one before: none is better, and the sweep makes it.
create function identity.drop_old_number_hash() returns trigger language plpgsql as $$
begin
  new.payment_number_hash := null;
  return new;
end
$$;
create trigger drop_old_number_hash before update of payment_phone_number on identity.participant_profiles for each row
  when (new.payment_phone_number <> old.payment_phone_number and new.payment_number_hash = old.payment_number_hash)
  execute function identity.drop_old_number_hash();
