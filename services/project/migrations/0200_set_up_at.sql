-- When this person set up their account. Null was copied before it was kept, or comes from a node of the version before.
alter table project.participants add column set_up_at timestamptz;

-- Writing this alone changes no fact, and must not count as the statement of a node before the further facts (0093).
drop trigger forget_further_bits on project.participants;
create trigger forget_further_bits before update of former on project.participants for each row
  when (new.further_bits = old.further_bits and new.set_up_at is not distinct from old.set_up_at
    and not coalesce(new.former -> -1 ? 'furtherBits',
      (new.birth_date, new.gender_bit, new.education_bit, new.income_bit, new.device_bits, new.former)
        is distinct from
        (old.birth_date, old.gender_bit, old.education_bit, old.income_bit, old.device_bits, old.former)))
  execute function project.forget_further_bits();
