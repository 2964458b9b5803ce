-- What the study asks for beyond the five facts, as it was true of the applicant: sets of bits as contracts/src/further-bits.ts has them, of the
-- kinds and values that the study asks for and no others. Null is an application to a study that asks for none of it, or one from before.
alter table project.applications add column asked_bits integer[];

create or replace function project.keep_applicant_facts() returns trigger language plpgsql as $$
begin
  select extract(year from age((new.applied_at at time zone 'UTC')::date, facts.birth_date)),
    facts.gender_bit, facts.education_bit, facts.income_bit, facts.device_bits, coalesce(facts.further_bits[1], 0),
    (facts.birth_date <> person.birth_date)::int + 2 * (facts.gender_bit <> person.gender_bit)::int
      + 4 * (facts.education_bit <> person.education_bit)::int + 8 * (facts.income_bit <> person.income_bit)::int
      + 16 * (facts.device_bits <> person.device_bits)::int
      + (select coalesce(sum(16 << place), 0) from generate_subscripts(study.further_bits, 1) as place
        where study.further_bits[place] <> 0 and facts.further_bits[place] <> person.further_bits[place]),
    (select array_agg(study.further_bits[place] & coalesce(facts.further_bits[place], 0) order by place)
      from generate_subscripts(study.further_bits, 1) as place)
    into new.age, new.gender_bit, new.education_bit, new.income_bit, new.device_bits, new.region_bit, new.changed_bits,
      new.asked_bits
    from project.studies as study
    join project.facts_in_time as facts on facts.user_id = new.applicant_id
      and coalesce(study.published_at, now()) >= facts.since and coalesce(study.published_at, now()) < facts.until
    join project.participants as person on person.user_id = new.applicant_id
    where study.study_id = new.study_id;
  return new;
end
$$;
