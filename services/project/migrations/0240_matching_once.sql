-- The rule of which studies fit a person, once for all statements (docs/decisions/0098-matching-once.md). Its parts are functions that the
-- planner inlines, so a list of open studies still reads the index open_studies alone. matching/unmet-requirements.ts explains the same
-- rule, and matching.test.ts compares the two.

-- Whether single choices and devices are among those that a study asks for. The identity service counts by a function of the same text.
create function project.meets_choices(
  genders integer, educations integer, incomes integer, devices integer,
  gender_bit integer, education_bit integer, income_bit integer, device_bits integer
) returns boolean language sql immutable parallel safe
return genders & gender_bit <> 0 and educations & education_bit <> 0 and incomes & income_bit <> 0 and devices & device_bits <> 0;

-- Whether a person meets the further criteria of a study: one value of each set that it asks for (contracts/src/further-bits.ts).
create function project.meets_further_criteria(asked integer[], given integer[])
returns boolean language sql immutable parallel safe
return asked is null or (
  (asked[1] = 0 or asked[1] & given[1] <> 0) and (asked[2] = 0 or asked[2] & given[2] <> 0)
  and (asked[3] = 0 or asked[3] & given[3] <> 0) and (asked[4] = 0 or asked[4] & given[4] <> 0)
  and (asked[5] = 0 or asked[5] & given[5] <> 0) and (asked[6] = 0 or asked[6] & given[6] <> 0)
  and (asked[7] = 0 or asked[7] & given[7] <> 0));

-- Whether a person belongs to a quota; without bits it is for any gender or region. contracts/src/project/cells.ts has the same in cellOf.
create function project.is_in_quota(
  genders integer, youngest integer, oldest integer, regions integer, age integer, gender_bit integer, region_bit integer
) returns boolean language sql immutable parallel safe
return age between youngest and oldest and (genders = 0 or genders & gender_bit <> 0)
  and (regions = 0 or regions & region_bit <> 0);

-- People to whom a rule of a study applies, since they did in an earlier study what it names: who_bits in the order of NOT_AGAIN_WHO
-- (contracts/src/project/not-again.ts). is_required is a rule of an invitation-only study. An acceptance that was undone does not count.
create view project.earlier_participants as
select rule.study_id, application.applicant_id as participant_id, rule.is_required
from project.applications as application
join (
  select study_id, earlier_id, who_bits, coalesce(now() - weeks * interval '7 days', '-infinity') as since, false as is_required
  from project.not_again
  union all
  select study_id, earlier_id, who_bits, '-infinity', true from project.only_these
) as rule on rule.earlier_id = application.study_id
where rule.who_bits & 1 <> 0 and application.applied_at > rule.since
  or rule.who_bits & 2 <> 0 and exists (
    select from project.application_steps as step where step.application_id = application.application_id
      and step.status = 'ACCEPTED' and not step.is_undone and step.at > rule.since)
  or rule.who_bits & 12 <> 0 and exists (
    select from project.bookings as booking where booking.application_id = application.application_id
      and booking.final_at <= now() and booking.starts_at > rule.since
      and case booking.state when 'ATTENDED' then rule.who_bits & 4 <> 0
        when 'NO_SHOW' then rule.who_bits & 8 <> 0 else false end);

-- The studies that exclude a person for what they did in other studies of the same researcher.
create view project.exclusions as
select study_id, participant_id from project.earlier_participants where not is_required;

-- The invitation-only studies that admit a person, by earlier studies or by a list of email addresses.
create view project.admissions as
select study_id, participant_id from project.earlier_participants where is_required
union all
select study_id, participant_id from project.invited_people;

-- Whether one study excludes a person, or is invitation-only and does not admit them. In plpgsql, since its plan is kept: a function in SQL
-- that the planner cannot inline is planned anew in each statement.
create function project.is_excluded(study_id uuid, is_by_invitation boolean, person uuid)
returns boolean language plpgsql stable parallel safe as $$
begin
  return exists (
    select from project.exclusions as exclusion
    where exclusion.study_id = is_excluded.study_id and exclusion.participant_id = person
  ) or is_by_invitation and not exists (
    select from project.admissions as admission
    where admission.study_id = is_excluded.study_id and admission.participant_id = person
  );
end
$$;

-- The age that counts now, for eligible_studies.
create or replace view project.facts_in_time as
select person.user_id, person.news_since, facts.*,
  extract(year from age((now() at time zone 'UTC')::date, facts.birth_date))::integer as age
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

-- The open studies that a person may apply to, by their profile as it was from one instant until another (a row of facts_in_time): a study
-- goes by the profile at the time when it was published. Studies that they have applied to are left out.
create function project.eligible_studies(
  person uuid, since timestamptz, until timestamptz, age integer, gender_bit integer, education_bit integer, income_bit integer,
  device_bits integer, further_bits integer[]
) returns setof project.studies language sql stable parallel safe as $$
  select study.* from project.studies as study
  where study.is_open
    and study.minimum_age <= age and study.maximum_age >= age
    and project.meets_choices(study.gender_bits, study.education_bits, study.income_bits, study.device_bits,
      gender_bit, education_bit, income_bit, eligible_studies.device_bits)
    and project.meets_further_criteria(study.further_bits, eligible_studies.further_bits)
    -- Four numbers of each quota that has places left.
    and (study.open_cells is null or exists (
      select from generate_series(1, cardinality(study.open_cells), 4) as at
      where project.is_in_quota(study.open_cells[at], study.open_cells[at + 1], study.open_cells[at + 2], study.open_cells[at + 3],
        age, gender_bit, eligible_studies.further_bits[1])))
    -- One expression, which excludes hardly anything: by two bounds the planner would look in an index for them.
    and case when study.published_at < until then study.published_at >= since else false end
    and study.study_id not in (
      select application.study_id from project.applications as application where application.applicant_id = person
      union all
      select exclusion.study_id from project.exclusions as exclusion where exclusion.participant_id = person)
    and (not study.is_by_invitation or study.study_id in (
      select admission.study_id from project.admissions as admission where admission.participant_id = person))
$$;

-- The quotas of a study that have places left, as before by the states of its applicants.
create or replace function project.note_open_cells() returns trigger language plpgsql as $$
begin
  with holding as materialized (
    select gender_bit, age, region_bit from project.applications where study_id = new.study_id and status = 'ACCEPTED'
    union all
    select gender_bit, age, region_bit from project.dues as due join project.applications as application using (application_id)
    where due.study_id = new.study_id and due.pesewas > 0 and application.status <> 'ACCEPTED'
  )
  select coalesce(array_agg(part.value order by cell.cell, part.at), '{}') into new.open_cells
  from project.study_cells as cell
  cross join lateral unnest(array[cell.gender_bits, cell.minimum_age, cell.maximum_age, cell.region_bits])
    with ordinality as part (value, at)
  where cell.study_id = new.study_id and cell.places > (
    select count(*) from holding
    where project.is_in_quota(cell.gender_bits, cell.minimum_age, cell.maximum_age, cell.region_bits,
      holding.age, holding.gender_bit, holding.region_bit));
  return new;
end
$$;
