-- At once, before anything takes long: a node of the version before would else hold one of them and wait for the other.
lock table project.applications, project.studies in access exclusive mode;

-- For whom how many of a study's places are (docs/decisions/0071-quotas.md). No bits are anybody; 0 and 127 are no bound of age.
create table project.study_cells (
  study_id uuid not null references project.studies on delete cascade,
  cell smallint not null check (cell between 0 and 59),
  gender_bits smallint not null,
  minimum_age smallint not null,
  maximum_age smallint not null,
  region_bits integer not null,
  places smallint not null check (places >= 0),
  primary key (study_id, cell)
);

-- The region that counted when they applied, as their age and gender; 0 where it was not known.
alter table project.applications add column region_bit integer not null default 0;

create or replace function project.keep_applicant_facts() returns trigger language plpgsql as $$
begin
  select extract(year from age((new.applied_at at time zone 'UTC')::date, facts.birth_date)),
    facts.gender_bit, facts.education_bit, facts.income_bit, facts.device_bits, coalesce(facts.further_bits[1], 0),
    (facts.birth_date <> person.birth_date)::int + 2 * (facts.gender_bit <> person.gender_bit)::int
      + 4 * (facts.education_bit <> person.education_bit)::int + 8 * (facts.income_bit <> person.income_bit)::int
      + 16 * (facts.device_bits <> person.device_bits)::int
      + (select coalesce(sum(16 << place), 0) from generate_subscripts(study.further_bits, 1) as place
        where study.further_bits[place] <> 0 and facts.further_bits[place] <> person.further_bits[place])
    into new.age, new.gender_bit, new.education_bit, new.income_bit, new.device_bits, new.region_bit, new.changed_bits
    from project.studies as study
    join project.facts_in_time as facts on facts.user_id = new.applicant_id
      and coalesce(study.published_at, now()) >= facts.since and coalesce(study.published_at, now()) < facts.until
    join project.participants as person on person.user_id = new.applicant_id
    where study.study_id = new.study_id;
  return new;
end
$$;

-- Whom a study with cells still takes: four numbers of each cell with a place left, one cell after the other. Null is a study without
-- cells; matching/fits.ts reads it.
alter table project.studies add column open_cells integer[];

-- By the database, so that no statement that gives a place or takes one back can forget it; and from the states, never by adding and
-- taking away. A place is held by who is accepted, and by who is owed the incentive.
create function project.note_open_cells() returns trigger language plpgsql as $$
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
    where (cell.gender_bits = 0 or cell.gender_bits & gender_bit <> 0) and age between cell.minimum_age and cell.maximum_age
      and (cell.region_bits = 0 or cell.region_bits & region_bit <> 0));
  return new;
end
$$;
create trigger note_open_cells before update of accepted_count, paid_elsewhere, open_cells on project.studies for each row
  when (new.open_cells is not null) execute function project.note_open_cells();
