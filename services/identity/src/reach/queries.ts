import { type Kysely, sql } from 'kysely';
import {
  DEVICE_REQUIREMENTS,
  EDUCATION_LEVELS,
  GENDERS,
  INCOME_RANGES,
} from '@app/contracts/enumerations.ts';
import { type ReachCriteria, OLDEST_WANTED } from '@app/contracts/identity/reach.ts';
import { bitsOf, meetsSetsSql } from '@app/kit/bits.ts';
import { FURTHER_KINDS, furtherBitsOf } from '@app/contracts/further-bits.ts';
import type { IdentityTables } from '../schema.ts';

type Db = Kysely<IdentityTables>;
type Cell = IdentityTables['identity.reach_cells'];

const ACTIVE_DAYS = 90;

/** The bit of a stored choice, as kit/src/bits.ts counts them. */
const bitOf = (column: string, values: readonly string[]) =>
  sql`(1 << (array_position(${[...values]}::text[], ${sql.ref(column)}) - 1))::smallint`;

/** What people are alike in, but for the further facts. */
const alike = (day: string) => sql`
  extract(year from age(${day}::date, profile.date_of_birth))::integer as age,
  ${bitOf('profile.gender', GENDERS)} as gender_bit,
  ${bitOf('profile.education', EDUCATION_LEVELS)} as education_bit,
  ${bitOf('profile.annual_household_income', INCOME_RANGES)} as income_bit,
  profile.device_bits`;
const activeOn = (day: string) => sql`
  identity.participant_profiles as profile
  join identity.people as person on person.user_id = profile.user_id
  where person.last_active_on >= ${day}::date - ${ACTIVE_DAYS}::integer and profile.matching_withdrawn_at is null`;

/** Locks the count until the transaction ends. */
export async function lockReachCells(trx: Db): Promise<void> {
  await sql`select pg_advisory_xact_lock(hashtext('identity.reach_cells'))`.execute(trx);
}

/**
 * The cells as they are on that day, counted again. A statement of its own: only one that writes nothing runs in
 * parallel.
 */
export async function countReachCells(trx: Db, day: string): Promise<Cell[]> {
  // Enough to hash a million people without going to disk.
  await sql`select set_config('work_mem', '64MB', true)`.execute(trx);
  const { rows } = await sql<Cell>`
    with counted as materialized (
      select ${alike(day)}, count(*)::integer as people from ${activeOn(day)}
      group by 1, 2, 3, 4, 5
    ), cells as (
      select distinct gender_bit, education_bit, income_bit, device_bits from counted
    ), running as (
      select gender_bit, education_bit, income_bit, device_bits, age,
        sum(coalesce(people, 0)) over (partition by gender_bit, education_bit, income_bit, device_bits order by age) as people
      from cells cross join generate_series(1, ${OLDEST_WANTED}::integer) as age
      left join counted using (gender_bit, education_bit, income_bit, device_bits, age)
    )
    select gender_bit, education_bit, income_bit, device_bits, array_agg(people::integer order by age) as people_up_to
    from running group by 1, 2, 3, 4
  `.execute(trx);
  return rows;
}

/** Changes the cells that differ, in one statement: readers see all of the change or nothing. */
export async function updateReachCells(trx: Db, cells: readonly Cell[]): Promise<void> {
  await sql`
    with fresh as (
      select gender_bit, education_bit, income_bit, device_bits, people_up_to
      from json_to_recordset(${JSON.stringify(cells)}::json) as given (gender_bit smallint, education_bit smallint,
        income_bit smallint, device_bits smallint, people_up_to integer[])
    ), emptied as (
      delete from identity.reach_cells where (gender_bit, education_bit, income_bit, device_bits) not in (
        select gender_bit, education_bit, income_bit, device_bits from fresh)
    ), noted as (
      update identity.reach_refresh set refreshed_at = now()
    )
    insert into identity.reach_cells as cell (gender_bit, education_bit, income_bit, device_bits, people_up_to)
    select gender_bit, education_bit, income_bit, device_bits, people_up_to from fresh
    on conflict (gender_bit, education_bit, income_bit, device_bits)
      do update set people_up_to = excluded.people_up_to where cell.people_up_to <> excluded.people_up_to
  `.execute(trx);
}

/** So many people are looked at one by one for a count of further facts: some hundredths of a second. */
export const SAMPLE = 30_000;

/** Of the people of the cells this share, chosen by their ids: the same ones each time. */
export async function updateReachSample(trx: Db, day: string, most: number): Promise<void> {
  await sql`
    with everybody as materialized (
      select coalesce(sum(people_up_to[${OLDEST_WANTED}::integer]), 0) as people from identity.reach_cells
    ), fresh as materialized (
      select ${alike(day)}, coalesce(profile.further_bits, identity.further_bits_of(profile)) as further_bits,
        count(*)::integer as people from ${activeOn(day)}
        and (uuid_hash(profile.user_id) & 2147483647)
          < (select ${most}::float8 / greatest(people, ${most}) * 2147483648 from everybody)
      group by 1, 2, 3, 4, 5, 6
    ), emptied as (
      delete from identity.reach_sample as known where not exists (
        select from fresh where (fresh.age, fresh.gender_bit, fresh.education_bit, fresh.income_bit, fresh.device_bits, fresh.further_bits)
          = (known.age, known.gender_bit, known.education_bit, known.income_bit, known.device_bits, known.further_bits))
    ), noted as (
      update identity.reach_refresh set is_sample = (select people > ${most}::integer from everybody)
    )
    insert into identity.reach_sample as known (age, gender_bit, education_bit, income_bit, device_bits, further_bits, people)
    select age, gender_bit, education_bit, income_bit, device_bits, further_bits, people from fresh
    on conflict (age, gender_bit, education_bit, income_bit, device_bits, further_bits)
      do update set people = excluded.people where known.people <> excluded.people
  `.execute(trx);
}

const isOneOf = (criteria: ReachCriteria) => {
  const matches = (column: string, bits: number) => sql`${sql.ref(column)} & ${bits}::smallint <> 0`;
  return sql<boolean>`
    ${matches('gender_bit', bitsOf(GENDERS, criteria.genders))}
    and ${matches('education_bit', bitsOf(EDUCATION_LEVELS, criteria.educationLevels))}
    and ${matches('income_bit', bitsOf(INCOME_RANGES, criteria.incomeRanges))}
    and ${matches('device_bits', bitsOf(DEVICE_REQUIREMENTS, criteria.deviceRequirements))}`;
};

/** The sum over the cells that match; one of the listed devices is enough. */
export async function sumReach(db: Db, criteria: ReachCriteria): Promise<{ count: number; asOf: Date }> {
  const below = criteria.minimumAge - 1;
  return db
    .selectFrom('identity.reach_refresh')
    .select([
      'refreshed_at as asOf',
      (of) =>
        of
          .selectFrom('identity.reach_cells')
          .select(
            sql<number>`coalesce(sum(people_up_to[${criteria.maximumAge}::integer]
              - coalesce(people_up_to[${below}::integer], 0)), 0)::int8`.as('people'),
          )
          .where(isOneOf(criteria))
          .$asScalar()
          .$notNull()
          .as('count'),
    ])
    .executeTakeFirstOrThrow();
}

/**
 * How many of the sample match, of how many that match in all but the further facts. Undefined where no further fact is asked for: the
 * cells say it all.
 */
export async function sumSample(
  db: Db,
  criteria: ReachCriteria,
): Promise<{ matching: number; alike: number; isSample: boolean } | undefined> {
  const wanted = furtherBitsOf(criteria);
  if (!wanted) return undefined;
  const { rows } = await sql<{ matching: number; alike: number; isSample: boolean }>`
    with wanted as (select ${[...wanted]}::integer[] as further_bits)
    select is_sample as "isSample", alike, matching from identity.reach_refresh cross join lateral (
      select coalesce(sum(people), 0)::int8 as alike,
        coalesce(sum(people) filter (where ${sql.raw(meetsSetsSql('wanted.further_bits', 'known.further_bits', FURTHER_KINDS))}), 0)::int8 as matching
      from identity.reach_sample as known cross join wanted
      where age between ${criteria.minimumAge}::integer and ${criteria.maximumAge}::integer and ${isOneOf(criteria)}
    ) as counted`.execute(db);
  return rows[0];
}
