-- At once, before anything takes long: a node of the version before would else hold one of them and wait for the other.
lock table project.applications, project.studies, project.participants in access exclusive mode;

-- What a study asks for beyond the five, and what somebody is: sets of bits as contracts/src/further-bits.ts has them. Null is a study that
-- asks for none of it, or somebody whose facts were copied before these were kept (facts/follow-unread.ts).
alter table project.studies add column further_bits integer[] check (cardinality(further_bits) = 7);
alter table project.participants add column further_bits integer[] check (cardinality(further_bits) = 7);

create or replace view project.facts_in_time as
select person.user_id, person.news_since, facts.*
from project.participants as person cross join lateral (
  select coalesce((person.former -> -1 ->> 'until')::timestamptz, '-infinity') as since, timestamptz 'infinity' as until,
    person.birth_date, person.gender_bit, person.education_bit, person.income_bit, person.device_bits, person.further_bits
  union all
  select lag(until, 1, '-infinity') over (order by until), until, "birthDate", "genderBit", "educationBit", "incomeBit", "deviceBits",
    "furtherBits"
  from jsonb_to_recordset(person.former) as era (until timestamptz, "birthDate" date, "genderBit" smallint,
    "educationBit" smallint, "incomeBit" smallint, "deviceBits" smallint, "furtherBits" integer[])
  where person.former <> '[]'
) as facts;

-- Of the further facts only what the study asks for is said to have changed.
create or replace function project.keep_applicant_facts() returns trigger language plpgsql as $$
begin
  select extract(year from age((new.applied_at at time zone 'UTC')::date, facts.birth_date)),
    facts.gender_bit, facts.education_bit, facts.income_bit, facts.device_bits,
    (facts.birth_date <> person.birth_date)::int + 2 * (facts.gender_bit <> person.gender_bit)::int
      + 4 * (facts.education_bit <> person.education_bit)::int + 8 * (facts.income_bit <> person.income_bit)::int
      + 16 * (facts.device_bits <> person.device_bits)::int
      + (select coalesce(sum(16 << place), 0) from generate_subscripts(study.further_bits, 1) as place
        where study.further_bits[place] <> 0 and facts.further_bits[place] <> person.further_bits[place])
    into new.age, new.gender_bit, new.education_bit, new.income_bit, new.device_bits, new.changed_bits
    from project.studies as study
    join project.facts_in_time as facts on facts.user_id = new.applicant_id
      and coalesce(study.published_at, now()) >= facts.since and coalesce(study.published_at, now()) < facts.until
    join project.participants as person on person.user_id = new.applicant_id
    where study.study_id = new.study_id;
  return new;
end
$$;
