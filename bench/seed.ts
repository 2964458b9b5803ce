import { sql } from 'kysely';
import { type Engine, transaction } from '@app/kit/database.ts';

export const PARTICIPANTS = Number(process.env['BENCH_PARTICIPANTS'] ?? 1_000_000);
const APPLICATIONS = Number(process.env['BENCH_APPLICATIONS'] ?? 500_000);
/** How many studies browsing is measured with; everything else, with the most of them. */
export const SIZES = (process.env['BENCH_STUDIES'] ?? '1000,10000,100000').split(',').map(Number);
export const MOST_STUDIES = Math.max(...SIZES);
/** Shares of the studies that ask for further facts, so that everybody fits: what is measured is the looking. Browsing takes turns with each. */
export const FURTHER = (process.env['BENCH_FURTHER'] ?? '0.5').split(',').map(Number);
/** People who take part in the load, spread over all of them. */
const ACTIVE = Math.min(PARTICIPANTS, 4000);

export const idOf = (kind: string, number: number) =>
  `0be00000-0000-7000-${kind}-${String(number).padStart(12, '0')}`;
/** Ids that are easy to spell from a number, for people and studies of the benchmark. */
export const personId = (number: number) => idOf('8000', number);
export const studyId = (number: number) => idOf('9000', number);
export const RESEARCHER_ID = personId(0);
const PROJECT_ID = idOf('a000', 0);
export const idIn = (kind: string, number: ReturnType<typeof sql>) =>
  sql`(${`0be00000-0000-7000-${kind}-`}::text || lpad(${number}::text, 12, '0'))::uuid`;

/** Those who ask, as ids. */
export const activePeople = Array.from({ length: ACTIVE }, (_, index) =>
  personId(PARTICIPANTS - Math.floor((index * PARTICIPANTS) / ACTIVE)),
);

/** Studies that everybody fits and nobody has applied to: the first of their numbers. */
export const OPEN_TO_ALL = 100;
/** Two studies with many applicants; the other applications are spread over the rest. */
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

/** A verified researcher with a project, and made-up participants; those with many applications have names. */
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

/** Open studies that each look for a part of the people, the newest first, and applications. */
export async function seedStudies(engine: Engine, studies: number, further: number): Promise<void> {
  await run(engine, sql`select setseed(0.57)`);
  // What everybody fits is the oldest, so that browsing finds its page among the others, however many there are.
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

/** To one study of a few and to one of many applicants; the rest five of a person, each to another study. */
async function seedApplications(engine: Engine, studies: number): Promise<void> {
  const rest = APPLICATIONS - FEW_APPLICANTS - MANY_APPLICANTS;
  const people = Math.ceil(rest / 5);
  const others = studies - MANY;
  await transaction(engine.owner, async (trx) => {
    // What the triggers of each row would do is done here for all of them, in a tenth of the time.
    await sql`set local session_replication_role = replica`.execute(trx);
    await sql`
      insert into project.applications (application_id, study_id, applicant_id, is_qualified, responses, applied_at, age,
        gender_bit, education_bit, income_bit, device_bits)
      select ${idIn('c000', sql`row_number() over ()`)}, ${idIn('9000', sql`study`)}, user_id, random() < 0.6, ${responses}::jsonb,
        now() - random() * interval '30 days', extract(year from age(birth_date)), gender_bit, education_bit, income_bit,
        device_bits
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
