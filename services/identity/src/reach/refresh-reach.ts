import { type Kysely, type Transaction, sql } from 'kysely';
import { today } from '@app/contracts/calendar.ts';
import { EDUCATION_LEVELS, GENDERS, INCOME_RANGES } from '@app/contracts/enumerations.ts';
import { OLDEST_WANTED } from '@app/contracts/identity/reach.ts';
import { transaction } from '@app/kit/database.ts';
import type { NoData, Queue } from '@app/kit/jobs.ts';
import type { Deps } from '../deps.ts';
import type { IdentityTables } from '../schema.ts';

type Db = Kysely<IdentityTables>;
type ReachCount = IdentityTables['identity.reach_counts'];

/** A scheduled job, because ages and activity change at midnight without an event. */
export const REACH_REFRESH: Queue<NoData> = { name: 'reach', cron: '*/10 * * * *', isDebounced: true };

const DEBOUNCE_SECONDS = 30;

export async function queueReachRefresh(
  { jobs }: Pick<Deps, 'jobs'>,
  trx: Transaction<IdentityTables>,
  afterSeconds = DEBOUNCE_SECONDS,
): Promise<void> {
  await jobs.send(trx, REACH_REFRESH, {}, { afterSeconds });
}

/** With this size, counting in the sample takes some hundredths of a second. */
const SAMPLE_SIZE = 30_000;

export async function refreshReach(
  { db }: Pick<Deps, 'db'>,
  day: string = today(),
  sample = SAMPLE_SIZE,
): Promise<void> {
  await transaction(db, async (trx) => {
    await lockReachCounts(trx);
    await updateReachCounts(trx, await computeReachCounts(trx, day));
    await updateReachSample(trx, day, sample);
  });
}

const ACTIVE_DAYS = 90;

/** The bits are in the order of kit/src/bits.ts. */
const columnBit = (column: string, values: readonly string[]) =>
  sql`(1 << (array_position(${[...values]}::text[], ${sql.ref(column)}) - 1))::smallint`;

const sampleColumns = (day: string) => sql`
  extract(year from age(${day}::date, profile.date_of_birth))::integer as age,
  ${columnBit('profile.gender', GENDERS)} as gender_bit,
  ${columnBit('profile.education', EDUCATION_LEVELS)} as education_bit,
  ${columnBit('profile.annual_household_income', INCOME_RANGES)} as income_bit,
  profile.device_bits`;
const fromActiveProfiles = (day: string) => sql`
  identity.participant_profiles as profile
  join identity.people as person on person.user_id = profile.user_id
  where person.last_active_on >= ${day}::date - ${ACTIVE_DAYS}::integer and profile.matching_withdrawn_at is null`;

async function lockReachCounts(trx: Db): Promise<void> {
  await sql`select pg_advisory_xact_lock(hashtext('identity.reach_counts'))`.execute(trx);
}

/** This statement writes nothing, because PostgreSQL runs only such statements in parallel. */
async function computeReachCounts(trx: Db, day: string): Promise<ReachCount[]> {
  // With this memory, the database can hash a million people.
  await sql`select set_config('work_mem', '64MB', true)`.execute(trx);
  const { rows } = await sql<ReachCount>`
    with counted as materialized (
      select ${sampleColumns(day)}, count(*)::integer as people from ${fromActiveProfiles(day)}
      group by 1, 2, 3, 4, 5
    ), combinations as (
      select distinct gender_bit, education_bit, income_bit, device_bits from counted
    ), running as (
      select gender_bit, education_bit, income_bit, device_bits, age,
        sum(coalesce(people, 0)) over (partition by gender_bit, education_bit, income_bit, device_bits order by age) as people
      from combinations cross join generate_series(1, ${OLDEST_WANTED}::integer) as age
      left join counted using (gender_bit, education_bit, income_bit, device_bits, age)
    )
    select gender_bit, education_bit, income_bit, device_bits, array_agg(people::integer order by age) as people_up_to
    from running group by 1, 2, 3, 4
  `.execute(trx);
  return rows;
}

/** Other connections see either all of the change or nothing. */
async function updateReachCounts(trx: Db, combinations: readonly ReachCount[]): Promise<void> {
  await sql`
    with fresh as (
      select gender_bit, education_bit, income_bit, device_bits, people_up_to
      from json_to_recordset(${JSON.stringify(combinations)}::json) as given (gender_bit smallint, education_bit smallint,
        income_bit smallint, device_bits smallint, people_up_to integer[])
    ), emptied as (
      delete from identity.reach_counts where (gender_bit, education_bit, income_bit, device_bits) not in (
        select gender_bit, education_bit, income_bit, device_bits from fresh)
    ), recorded as (
      update identity.reach_refresh set refreshed_at = now()
    )
    insert into identity.reach_counts as existing (gender_bit, education_bit, income_bit, device_bits, people_up_to)
    select gender_bit, education_bit, income_bit, device_bits, people_up_to from fresh
    on conflict (gender_bit, education_bit, income_bit, device_bits)
      do update set people_up_to = excluded.people_up_to where existing.people_up_to <> excluded.people_up_to
  `.execute(trx);
}

/** People are chosen by their id, so each run chooses the same ones. */
async function updateReachSample(trx: Db, day: string, most: number): Promise<void> {
  await sql`
    with everybody as materialized (
      select coalesce(sum(people_up_to[${OLDEST_WANTED}::integer]), 0) as people from identity.reach_counts
    ), fresh as materialized (
      select ${sampleColumns(day)}, coalesce(profile.further_bits, identity.further_bits_of(profile)) as further_bits,
        count(*)::integer as people from ${fromActiveProfiles(day)}
        and (uuid_hash(profile.user_id) & 2147483647)
          < (select ${most}::float8 / greatest(people, ${most}) * 2147483648 from everybody)
      group by 1, 2, 3, 4, 5, 6
    ), emptied as (
      delete from identity.reach_sample as known where not exists (
        select from fresh where (fresh.age, fresh.gender_bit, fresh.education_bit, fresh.income_bit, fresh.device_bits, fresh.further_bits)
          = (known.age, known.gender_bit, known.education_bit, known.income_bit, known.device_bits, known.further_bits))
    ), recorded as (
      update identity.reach_refresh set is_sample = (select people > ${most}::integer from everybody)
    )
    insert into identity.reach_sample as known (age, gender_bit, education_bit, income_bit, device_bits, further_bits, people)
    select age, gender_bit, education_bit, income_bit, device_bits, further_bits, people from fresh
    on conflict (age, gender_bit, education_bit, income_bit, device_bits, further_bits)
      do update set people = excluded.people where known.people <> excluded.people
  `.execute(trx);
}
