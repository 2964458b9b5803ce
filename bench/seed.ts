import { sql } from 'kysely';
import {
  COMPUTER_OSES,
  EDUCATION_LEVELS,
  GENDERS,
  INCOME_RANGES,
  PHONE_OSES,
  TABLET_OSES,
} from '@app/contracts/enumerations.ts';
import type { Engine } from '@app/kit/database.ts';

/** Ids that are easy to spell from a number, for people and studies of the benchmark. */
export const personId = (number: number) => `0be00000-0000-7000-8000-${String(number).padStart(12, '0')}`;
export const studyId = (number: number) => `0be00000-0000-7000-9000-${String(number).padStart(12, '0')}`;
const PROJECT_ID = '0be00000-0000-7000-a000-000000000000';

/** Studies that everybody fits, for applying: the first of their numbers. */
export const OPEN_TO_ALL = 50;

export const QUESTION = 'How do you pay at the market?';
export const ANSWER = 'Mobile money';
const screeners = JSON.stringify([
  {
    id: 'q1q1q1',
    question: QUESTION,
    options: [
      { id: 'o1o1o1', answer: ANSWER, eligibility: 'QUALIFY' },
      { id: 'o2o2o2', answer: 'Cash', eligibility: 'DISQUALIFY' },
    ],
  },
]);

/** Fills a migrated database: made-up people, and studies that each look for a part of them. */
export async function seed(engine: Engine, studies: number, participants: number): Promise<void> {
  const run = (statement: ReturnType<typeof sql>) => statement.execute(engine.owner);
  await run(sql`select setseed(0.57)`);
  await run(sql`
    insert into project.projects (project_id, creator_id, project_name, description)
    values (${PROJECT_ID}, ${personId(0)}, 'Benchmark', '')`);
  await run(sql`
    insert into project.participants (user_id, birth_date, gender_bit, education_bit, income_bit, device_bits)
    select ('0be00000-0000-7000-8000-' || lpad(n::text, 12, '0'))::uuid,
      current_date - (6600 + floor(random() * 18000))::int,
      (array[1, 2, 2, 1, 4])[1 + floor(random() * 5)::int],
      1 << floor(random() * 8)::int,
      1 << floor(random() * 5)::int,
      (array[2, 2, 2, 3, 3, 6, 7])[1 + floor(random() * 7)::int]
    from generate_series(1, ${participants}::int) as n`);
  await run(sql`
    insert into project.studies (study_id, project_id, state, name, public_name, description, company_name, device_bits,
      minimum_age, maximum_age, gender_bits, education_bits, income_bits, screeners, available_dates, available_times,
      duration_in_minutes, desired_number_of_participants, published_at)
    select ('0be00000-0000-7000-9000-' || lpad(n::text, 12, '0'))::uuid, ${PROJECT_ID}::uuid, 'PUBLISHED',
      'Study ' || n, 'How people in Ghana pay at the market, part ' || n,
      repeat('We would like to hear how you pay, what you keep, and what could be easier. ', 3), 'Market Square Research',
      case when n <= ${OPEN_TO_ALL} then 7 else 1 + floor(random() * 7)::int end,
      case when n <= ${OPEN_TO_ALL} then 18 else 18 + floor(random() * 20)::int end,
      case when n <= ${OPEN_TO_ALL} then 100 else 38 + floor(random() * 60)::int end,
      case when n <= ${OPEN_TO_ALL} then 7 else 1 + floor(random() * 7)::int end,
      case when n <= ${OPEN_TO_ALL} then 255 else 1 + floor(random() * 255)::int end,
      case when n <= ${OPEN_TO_ALL} then 31 else 1 + floor(random() * 31)::int end,
      ${screeners}::jsonb,
      jsonb_build_array(to_char(current_date + 3, 'YYYY-MM-DD'), to_char(current_date + 4, 'YYYY-MM-DD')),
      '["09:00 AM", "09:30 AM"]'::jsonb, 30, 100, now() - n * interval '1 minute'
    from generate_series(1, ${studies}::int) as n`);
  await run(sql`vacuum analyze project.participants`);
  await run(sql`vacuum analyze project.studies`);
}

/** Fills a migrated database: participants with set-ups, two thirds of whom were active in the last 90 days. */
export async function seedPeople(engine: Engine, people: number): Promise<void> {
  const run = (statement: ReturnType<typeof sql>) => statement.execute(engine.owner);
  await run(sql`select setseed(0.57)`);
  await run(sql`
    insert into identity.people (user_id, email, role, first_name, last_name, password_hash, agreed_to_terms_at, last_active_on)
    select ('0be00000-0000-7000-8000-' || lpad(n::text, 12, '0'))::uuid, n || '@example.test', 'PARTICIPANT', 'Esi',
      'Person ' || n, repeat('x', 97), now(), current_date - floor(random() * 135)::int
    from generate_series(1, ${people}::int) as n`);
  const pick = (values: readonly string[]) =>
    sql`(${[...values]}::text[])[1 + floor(random() * ${values.length})::int]`;
  await run(sql`
    insert into identity.participant_profiles (user_id, date_of_birth, gender, education, annual_household_income, region,
      city, employment_status, job_role, industry, browsers, computer_os, phone_os, tablet_os, has_webcam, has_internet,
      payment_provider, payment_account_name, payment_phone_number)
    select ('0be00000-0000-7000-8000-' || lpad(n::text, 12, '0'))::uuid,
      current_date - (6600 + floor(power(random(), 2) * 20000))::int, ${pick(GENDERS)}, ${pick(EDUCATION_LEVELS)},
      ${pick(INCOME_RANGES)}, 'ASHANTI', 'Kumasi', 'RETIRED', 'LEGAL', 'ENERGY', '{CHROME}', ${pick(COMPUTER_OSES)},
      ${pick(PHONE_OSES)}, ${pick(TABLET_OSES)}, random() < 0.5, true, 'MTN', 'Esi Person', '+233241234567'
    from generate_series(1, ${people}::int) as n`);
  for (const table of ['people', 'participant_profiles']) {
    await run(sql`vacuum analyze ${sql.table(`identity.${table}`)}`);
  }
}
