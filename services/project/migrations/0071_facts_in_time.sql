-- What somebody was matched by until each change of theirs, oldest first, as the identity service tells it: "until" with the facts
-- as facts/facts.ts names them.
alter table project.participants add column former jsonb not null default '[]';

-- Each person's facts by when they stood; a study goes by those of the instant at which it was published (docs/decisions/0068).
create view project.facts_in_time as
select person.user_id, person.news_since, facts.*
from project.participants as person cross join lateral (
  select coalesce((person.former -> -1 ->> 'until')::timestamptz, '-infinity') as since, timestamptz 'infinity' as until,
    person.birth_date, person.gender_bit, person.education_bit, person.income_bit, person.device_bits
  union all
  select lag(until, 1, '-infinity') over (order by until), until, "birthDate", "genderBit", "educationBit", "incomeBit", "deviceBits"
  from jsonb_to_recordset(person.former) as era (until timestamptz, "birthDate" date, "genderBit" smallint,
    "educationBit" smallint, "incomeBit" smallint, "deviceBits" smallint)
  where person.former <> '[]'
) as facts;

-- Which of an applicant's facts had changed since the study was published, as bits in the order of UNMET_REQUIREMENTS.
alter table project.applications add column changed_bits smallint not null default 0;

create or replace function project.keep_applicant_facts() returns trigger language plpgsql as $$
begin
  select extract(year from age((new.applied_at at time zone 'UTC')::date, facts.birth_date)),
    facts.gender_bit, facts.education_bit, facts.income_bit, facts.device_bits,
    (facts.birth_date <> person.birth_date)::int + 2 * (facts.gender_bit <> person.gender_bit)::int
      + 4 * (facts.education_bit <> person.education_bit)::int + 8 * (facts.income_bit <> person.income_bit)::int
      + 16 * (facts.device_bits <> person.device_bits)::int
    into new.age, new.gender_bit, new.education_bit, new.income_bit, new.device_bits, new.changed_bits
    from project.studies as study
    join project.facts_in_time as facts on facts.user_id = new.applicant_id
      and coalesce(study.published_at, now()) >= facts.since and coalesce(study.published_at, now()) < facts.until
    join project.participants as person on person.user_id = new.applicant_id
    where study.study_id = new.study_id;
  return new;
end
$$;
