import { sql } from 'kysely';
import { type Engine, transaction } from '@app/kit/database.ts';

export const PARTICIPANTS = Number(process.env['BENCH_PARTICIPANTS'] ?? 1_000_000);
const APPLICATIONS = Number(process.env['BENCH_APPLICATIONS'] ?? 500_000);
/** Browsing is measured with each number of studies, everything else with the largest. */
export const SIZES = (process.env['BENCH_STUDIES'] ?? '1000,10000,100000').split(',').map(Number);
export const MOST_STUDIES = Math.max(...SIZES);
/**
 * Shares of the studies with further criteria, all of which everyone meets: this measures the search.
 * Browsing uses each share in turn.
 */
export const FURTHER = (process.env['BENCH_FURTHER'] ?? '0.5').split(',').map(Number);
/** These people send the load, spread over all of them. */
const ACTIVE = Math.min(PARTICIPANTS, 4000);

export const idOf = (kind: string, number: number) =>
  `0be00000-0000-7000-${kind}-${String(number).padStart(12, '0')}`;
/** Ids of people and studies in the benchmark are derived from a number. */
export const personId = (number: number) => idOf('8000', number);
export const studyId = (number: number) => idOf('9000', number);
export const RESEARCHER_ID = personId(0);
const PROJECT_ID = idOf('a000', 0);
export const idIn = (kind: string, number: ReturnType<typeof sql>) =>
  sql`(${`0be00000-0000-7000-${kind}-`}::text || lpad(${number}::text, 12, '0'))::uuid`;

/** The ids of the people who send requests. */
export const activePeople = Array.from({ length: ACTIVE }, (_, index) =>
  personId(PARTICIPANTS - Math.floor((index * PARTICIPANTS) / ACTIVE)),
);

/** Everyone is eligible for these first studies, and no one has applied to them. */
export const OPEN_TO_ALL = 100;
/** Two studies have many applicants; the other applications are spread over the rest. */
export const [FEW, MANY] = [OPEN_TO_ALL + 1, OPEN_TO_ALL + 2];
export const FEW_APPLICANTS = Math.min(1000, APPLICATIONS / 5);
export const MANY_APPLICANTS = Math.min(100_000, APPLICATIONS / 2);

export const QUESTION = 'How do you pay at the market?';
export const ANSWER = 'Mobile money';
export const screeners = JSON.stringify([
  {
    id: 'q1q1q1',
    question: QUESTION,
    options: [
      { id: 'o1o1o1', answer: ANSWER, eligibility: 'QUALIFY' },
      { id: 'o2o2o2', answer: 'Cash', eligibility: 'DISQUALIFY' },
    ],
  },
]);
export const responses = JSON.stringify([{ id: '1', question: QUESTION, answer: ANSWER }]);

const run = (engine: Engine, statement: ReturnType<typeof sql>) => statement.execute(engine.owner);

/** Adds a verified researcher with a project, and participants; those with many applications have names. */
export async function seedParticipants(engine: Engine): Promise<void> {
  await run(engine, sql`select setseed(0.57)`);
  await run(
    engine,
    sql`
    insert into identity.people (user_id, email, role, first_name, last_name, password_hash)
    select ${idIn('8000', sql`n`)}, n || '@example.test', case when n = 0 then 'RESEARCHER' else 'PARTICIPANT' end, 'Esi',
      'Person ' || n, repeat('x', 97)
    from generate_series(0, ${MANY_APPLICANTS}::int) as n`,
  );
  await run(
    engine,
    sql`
    insert into identity.companies (user_id, company_name, business_name, industry, website, company_linked_url,
      founders_linked_in_url, stage, status, decided_at)
    values (${RESEARCHER_ID}, 'Market Square Research', 'Market Square Research Ltd', 'CONSULTING', 'https://market.example',
      'https://market.example/company', 'https://market.example/founders', 'Concept Design', 'VERIFIED', now())`,
  );
  await run(
    engine,
    sql`
    insert into project.projects (project_id, creator_id, project_name, description)
    values (${PROJECT_ID}, ${RESEARCHER_ID}, 'Benchmark', '')`,
  );
  await run(
    engine,
    sql`
    insert into project.matching_profiles (user_id, birth_date, gender_bit, education_bit, income_bit, device_bits, further_bits)
    select ${idIn('8000', sql`n`)}, current_date - (6600 + floor(random() * 18000))::int,
      (array[1, 2, 2, 1, 4])[1 + floor(random() * 5)::int], 1 << floor(random() * 8)::int, 1 << floor(random() * 5)::int,
      (array[2, 2, 2, 3, 3, 6, 7])[1 + floor(random() * 7)::int],
      array[1 << floor(random() * 16)::int, 1 + floor(random() * 15)::int, 1 << floor(random() * 9)::int,
        1 << floor(random() * 29)::int, 1 << floor(random() * 29)::int, 1 << floor(random() * 4)::int, floor(random() * 2)::int]
    from generate_series(1, ${PARTICIPANTS}::int) as n`,
  );
  await run(engine, sql`vacuum analyze project.matching_profiles`);
  await run(engine, sql`vacuum analyze identity.people`);
}

/** Adds open studies for different parts of the people, newest first, and applications. */
export async function seedStudies(engine: Engine, studies: number, further: number): Promise<void> {
  await run(engine, sql`select setseed(0.57)`);
  // The studies for everyone are the oldest, so browsing must find them among all others.
  const forAll = sql`n <= ${OPEN_TO_ALL}`;
  await run(
    engine,
    sql`
    insert into project.studies (study_id, project_id, state, name, public_name, description, company_name, device_bits,
      minimum_age, maximum_age, gender_bits, education_bits, income_bits, screeners, available_dates, available_times,
      duration_in_minutes, desired_number_of_participants, published_at, announced_at, further_bits)
    select ${idIn('9000', sql`n`)}, ${PROJECT_ID}::uuid, 'PUBLISHED', 'Study ' || n,
      'How people in Ghana pay at the market, part ' || n,
      repeat('We would like to hear how you pay, what you keep, and what could be easier. ', 3), 'Market Square Research',
      case when ${forAll} then 7 else 1 + floor(random() * 7)::int end,
      case when ${forAll} then 18 else 18 + floor(random() * 20)::int end,
      case when ${forAll} then 100 else 38 + floor(random() * 60)::int end,
      case when ${forAll} then 7 else 1 + floor(random() * 7)::int end,
      case when ${forAll} then 255 else 1 + floor(random() * 255)::int end,
      case when ${forAll} then 31 else 1 + floor(random() * 31)::int end,
      ${screeners}::jsonb,
      jsonb_build_array(to_char(current_date + 3, 'YYYY-MM-DD'), to_char(current_date + 4, 'YYYY-MM-DD')),
      '["09:00 AM", "09:30 AM"]'::jsonb, 15 * (1 + floor(random() * 4)::int), 100,
      now() - n * interval '1 minute' - case when ${forAll} then interval '1 year' else interval '0' end, now(),
      case when not ${forAll} and random() < ${further}::float8 then array[65535, 8191, 511, (1 << 29) - 1,
        (1 << 29) - 1, 31, 0] end
    from generate_series(1, ${studies}::int) as n`,
  );
  await run(
    engine,
    sql`
    insert into project.study_slots (study_id, starts_at)
    select study_id, (current_date + day + minute * interval '1 minute') at time zone 'UTC'
    from project.studies, unnest(array[3, 4]) as day, unnest(array[540, 570]) as minute where state = 'PUBLISHED'`,
  );
  await seedApplications(engine, studies);
  await run(engine, sql`vacuum analyze project.studies`);
  await run(engine, sql`vacuum analyze project.applications`);
  await run(engine, sql`vacuum analyze project.study_slots`);
}

/**
 * Adds applications to a study with few and one with many applicants; other people get five each, to
 * different studies.
 */
async function seedApplications(engine: Engine, studies: number): Promise<void> {
  const rest = APPLICATIONS - FEW_APPLICANTS - MANY_APPLICANTS;
  const people = Math.ceil(rest / 5);
  const others = studies - MANY;
  await transaction(engine.owner, async (trx) => {
    // This does the work of the row triggers at once, in a tenth of the time.
    await sql`set local session_replication_role = replica`.execute(trx);
    await sql`
      insert into project.applications (application_id, study_id, applicant_id, is_qualified, responses, applied_at, age,
        gender_bit, education_bit, income_bit, device_bits, participant_code)
      select ${idIn('c000', sql`row_number() over ()`)}, ${idIn('9000', sql`study`)}, user_id, random() < 0.6, ${responses}::jsonb,
        now() - random() * interval '30 days', extract(year from age(birth_date)), gender_bit, education_bit, income_bit,
        device_bits, 'P' || lpad(person::text, 12, '0')
      from (
        select ${FEW}::int as study, n as person from generate_series(1, ${FEW_APPLICANTS}::int) as n
        union all
        select ${MANY}::int, n from generate_series(1, ${MANY_APPLICANTS}::int) as n
        union all
        select ${MANY}::int + 1 + (n % ${people}::int * 7919::bigint + n / ${people}::int) % ${others}::int, 1 + n % ${people}::int
        from generate_series(0, ${rest - 1}::int) as n
      ) as pairs
      join project.matching_profiles on user_id = ${idIn('8000', sql`person`)}`.execute(trx);
  });
}
