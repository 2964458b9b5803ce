-- The data of the benchmark as a team would lay it out at first: text arrays, plain keys, the usual indexes.
drop schema if exists peers cascade;
create schema peers;

create function peers.named(bits int, names text[]) returns text[] language sql immutable as $$
  select coalesce(array_agg(name order by place), '{}')
  from unnest(names) with ordinality as choices (name, place) where bits >> (place::int - 1) & 1 = 1
$$;

create table peers.users as
select user_id as id, coalesce(first_name, 'Esi') as first_name, coalesce(last_name, 'Person') as last_name,
  extract(year from age(birth_date))::int as age,
  (peers.named(gender_bit, '{MALE,FEMALE,OTHER}'))[1] as gender,
  (peers.named(education_bit, '{NONE,PRIMARY,JUNIOR_HIGH,SENIOR_HIGH,VOCATIONAL,BACHELOR,MASTER,DOCTORATE}'))[1] as education,
  (peers.named(income_bit, '{BELOW_10000,BELOW_25000,BELOW_50000,BELOW_100000,MORE}'))[1] as income,
  peers.named(device_bits, '{COMPUTER,PHONE,TABLET}') as devices
from project.matching_profiles left join identity.people using (user_id);
alter table peers.users add primary key (id);

create table peers.projects as select project_id as id, creator_id, project_name as name from project.projects;
alter table peers.projects add primary key (id);

create table peers.studies as
select study_id as id, project_id, state::text, name, public_name, description, company_name,
  peers.named(device_bits, '{COMPUTER,PHONE,TABLET}') as devices, minimum_age::int, maximum_age::int,
  peers.named(gender_bits, '{MALE,FEMALE,OTHER}') as genders,
  peers.named(education_bits, '{NONE,PRIMARY,JUNIOR_HIGH,SENIOR_HIGH,VOCATIONAL,BACHELOR,MASTER,DOCTORATE}') as educations,
  peers.named(income_bits, '{BELOW_10000,BELOW_25000,BELOW_50000,BELOW_100000,MORE}') as incomes,
  coalesce(available_dates, '[]') as dates, coalesce(duration_in_minutes, 30)::int as duration,
  coalesce(desired_number_of_participants, 1)::int as places, incentive::int, published_at, created_at
from project.studies where deleted_at is null;
alter table peers.studies add primary key (id);
create index on peers.studies (state, published_at desc);
create index on peers.studies (project_id, created_at desc);

create table peers.applications as
select application_id as id, study_id, applicant_id, status::text, is_qualified, responses, applied_at from project.applications;
alter table peers.applications add primary key (id);
create unique index on peers.applications (study_id, applicant_id);
create index on peers.applications (applicant_id);
create index on peers.applications (study_id, applied_at desc);

create table peers.slots as
select gen_random_uuid() as id, study_id, starts_at, seats::int, 0 as taken from project.study_slots;
alter table peers.slots add primary key (id);
create unique index on peers.slots (study_id, starts_at);

create table peers.bookings (
  id uuid primary key,
  application_id uuid not null unique references peers.applications,
  slot_id uuid not null references peers.slots,
  phone_number text not null,
  starts_at timestamptz not null
);
analyze peers.users, peers.projects, peers.studies, peers.applications, peers.slots;
