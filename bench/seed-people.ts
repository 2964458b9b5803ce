import { sql } from 'kysely';
import {
  COMPUTER_OSES,
  EDUCATION_LEVELS,
  EMPLOYMENT_STATUSES,
  GENDERS,
  INCOME_RANGES,
  INDUSTRIES,
  JOB_ROLES,
  LANGUAGES,
  PHONE_OSES,
  REGIONS,
  TABLET_OSES,
} from '@app/contracts/enumerations.ts';
import type { Engine } from '@app/kit/database.ts';

/** Adds participants with set-ups to a migrated database; two thirds were active in the last 90 days. */
export async function seedPeople(engine: Engine, people: number): Promise<void> {
  const run = (statement: ReturnType<typeof sql>) => statement.execute(engine.owner);
  await run(sql`select setseed(0.57)`);
  await run(sql`
    insert into identity.people (user_id, email, role, first_name, last_name, password_hash, last_active_on)
    select ('0be00000-0000-7000-8000-' || lpad(n::text, 12, '0'))::uuid, n || '@example.test', 'PARTICIPANT', 'Esi',
      'Person ' || n, repeat('x', 97), current_date - floor(random() * 135)::int
    from generate_series(1, ${people}::int) as n`);
  const pick = (values: readonly string[]) =>
    sql`(${[...values]}::text[])[1 + floor(random() * ${values.length})::int]`;
  await run(sql`
    insert into identity.participant_profiles (user_id, date_of_birth, gender, education, annual_household_income, region,
      city, languages, employment_status, job_role, industry, browsers, computer_os, phone_os, tablet_os, has_webcam, has_internet,
      payment_provider, payment_account_name, payment_phone_number)
    select ('0be00000-0000-7000-8000-' || lpad(n::text, 12, '0'))::uuid,
      current_date - (6600 + floor(power(random(), 2) * 20000))::int, ${pick(GENDERS)}, ${pick(EDUCATION_LEVELS)},
      ${pick(INCOME_RANGES)}, ${pick(REGIONS)}, 'Kumasi', array[${pick(LANGUAGES)}, 'ENGLISH'], ${pick(EMPLOYMENT_STATUSES)},
      ${pick(JOB_ROLES)}, ${pick(INDUSTRIES)}, '{CHROME}', ${pick(COMPUTER_OSES)},
      ${pick(PHONE_OSES)}, ${pick(TABLET_OSES)}, random() < 0.5, true, 'MTN', 'Esi Person', '+233241234567'
    from generate_series(1, ${people}::int) as n`);
  for (const table of ['people', 'participant_profiles']) {
    await run(sql`vacuum analyze ${sql.table(`identity.${table}`)}`);
  }
}
