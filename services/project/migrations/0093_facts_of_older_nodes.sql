lock table project.participants in share row exclusive mode;

-- A node of the version before writes the five facts and leaves the further ones as they were: they are read again (facts/follow-unread.ts).
-- Its eras lack the further facts. Without an era its statement is known by changing nothing: one of this version does not write that.
create function project.forget_further_bits() returns trigger language plpgsql as $$
begin
  new.further_bits := null;
  return new;
end
$$;
create trigger forget_further_bits before update of former on project.participants for each row
  when (new.further_bits = old.further_bits and not coalesce(new.former -> -1 ? 'furtherBits',
    (new.birth_date, new.gender_bit, new.education_bit, new.income_bit, new.device_bits, new.former)
      is distinct from (old.birth_date, old.gender_bit, old.education_bit, old.income_bit, old.device_bits, old.former)))
  execute function project.forget_further_bits();
