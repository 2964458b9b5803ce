import { randomUUID } from 'node:crypto';
import { sql } from 'kysely';
import pg from 'pg';
import { PROJECT_BASE } from '@app/contracts/bases.ts';
import { MINUTE_MS, DAY_MS } from '@app/contracts/durations.ts';
import type { Engine } from '@app/kit/database.ts';
import { signCallers } from './callers.ts';
import type { Ground } from './test-bed.ts';
import { load } from './load.ts';
import { SECONDS, measure } from './measure.ts';
import { type Sample, takeSample } from './sample.ts';
import { MOST_STUDIES, PARTICIPANTS, RESEARCHER_ID, personId, studyId } from './seed.ts';

const SLOTS = 10_000;
const MEETINGS = 10_000;
const QUARTER_HOUR_MS = 15 * MINUTE_MS;
/** Each of these people books once in a run. */
export const BOOKERS = Math.min(PARTICIPANTS, 20_000);
export const bookers = Array.from({ length: BOOKERS }, (_, index) => personId(index + 1));
const [HOT, WIDE, AGENDA] = [1, 2, 3].map((number) => studyId(MOST_STUDIES + number)) as [
  string,
  string,
  string,
];
const applicationId = (study: string, person: number) =>
  `0be00000-0000-7000-a00${study.at(-1)}-${String(person).padStart(12, '0')}`;
export { HOT, WIDE };
/** The times are ten days ahead, so that none is too soon or needs a reminder. */
const FIRST = Math.floor(Date.now() / DAY_MS) * DAY_MS + 10 * DAY_MS;
const startOf = (study: string, person: number) =>
  new Date(FIRST + (study === HOT ? -1 : person % SLOTS) * QUARTER_HOUR_MS).toISOString();

/**
 * Creates one study with a single time for everyone and one with 10,000 times; everyone is accepted in both.
 */
export async function seedMeetings(engine: Engine): Promise<void> {
  const run = (statement: ReturnType<typeof sql>) => statement.execute(engine.owner);
  for (const study of [HOT, WIDE, AGENDA]) {
    await run(sql`
      insert into project.studies (study_id, project_id, state, name, public_name, description, device_bits, minimum_age, maximum_age,
        gender_bits, education_bits, income_bits, screeners, duration_in_minutes, desired_number_of_participants, published_at, announced_at)
      select ${study}::uuid, project_id, 'PUBLISHED', 'Meetings', 'How do you pay?', 'An hour with you.', 7, 18, 100, 7, 255, 31, '[]',
        15, 1000, now(), now() from project.projects where creator_id = ${RESEARCHER_ID} limit 1
      on conflict do nothing`);
    await run(sql`
      insert into project.applications (application_id, study_id, applicant_id, is_qualified, responses, status)
      select (${applicationId(study, 0).slice(0, 24)}::text || lpad(n::text, 12, '0'))::uuid, ${study}::uuid,
        (${personId(0).slice(0, 24)}::text || lpad(n::text, 12, '0'))::uuid, true, '[]', 'ACCEPTED'
      from generate_series(1, ${BOOKERS}::int) as n
      on conflict do nothing`);
  }
  await run(sql`
    insert into project.study_slots (study_id, starts_at, seats) values (${HOT}, ${startOf(HOT, 0)}, 32767) on conflict do nothing`);
  await run(sql`
    insert into project.study_slots (study_id, starts_at, seats)
    select ${WIDE}::uuid, ${startOf(WIDE, 0)}::timestamptz + n * interval '15 minutes', 30 from generate_series(0, ${SLOTS - 1}::int) as n
    on conflict do nothing`);
  await run(sql`vacuum analyze project.studies, project.applications, project.study_slots`);
}

export const EMPTY = `
  truncate project.bookings, project.booking_steps, project.participant_quarter_hours, project.researcher_quarter_hours, project.proof_words, project.notifications;
  update project.study_slots set taken = 0 where taken > 0;
  delete from project_jobs.job where name = 'emails'; delete from identity_jobs.job where name = 'emails';`;

/** Adds meetings of one researcher, one every quarter of an hour, half of them in the past. */
const FILL_AGENDA = `
  insert into project.bookings (booking_id, application_id, study_id, participant_id, researcher_id, state, starts_at, ends_at, booked_at)
  select gen_random_uuid(), application_id, study_id, applicant_id, '${RESEARCHER_ID}', 'BOOKED', at, at + interval '15 minutes', now()
  from (
    select *, date_trunc('hour', now()) + (row_number() over () - ${MEETINGS / 2}) * interval '15 minutes' as at
    from project.applications where study_id = '${AGENDA}' limit ${MEETINGS}
  ) as own;
  analyze project.bookings`;

/** The path of a person's booking in a study, without the service's base. */
export const bookingOf = (study: string, person: number, headers: Record<string, string>) => ({
  method: 'POST' as const,
  path: `/studies/${study}/bookings`,
  headers: { ...headers, 'content-type': 'application/json', 'idempotency-key': randomUUID() },
  body: JSON.stringify({ slotId: startOf(study, person), phoneNumber: '024 123 4567' }),
});

/**
 * Measures concurrent bookings of one time and of many, then the agenda of a researcher with many meetings.
 */
export async function measureBooking(ground: Ground): Promise<void> {
  const bench = await ground.withStudies(MOST_STUDIES);
  const callers = await signCallers(bench, bookers);
  const client = new pg.Client({ connectionString: bench.databaseUrl });
  // The database is dropped with the run, even if that ends early.
  client.on('error', () => {});
  await client.connect();
  const asked = (study: string, person: number) => ({
    ...bookingOf(study, person, callers.participant(personId(person))),
    path: `${PROJECT_BASE}/studies/${study}/bookings`,
  });
  const week = new URLSearchParams({
    from: new Date(Date.now() - 2 * DAY_MS).toISOString(),
    to: new Date(Date.now() + 5 * DAY_MS).toISOString(),
  });
  const agenda = `${PROJECT_BASE}/meetings?${week.toString()}`;
  const samples: Record<string, Sample> = {};
  await bench.inProcess(async (running, engine) => {
    await seedMeetings(engine);
    for (const study of [HOT, WIDE]) {
      for (const person of [1, 2]) {
        const { path: url, body: payload, ...rest } = asked(study, person);
        const ids = {
          personId: personId(person),
          studyId: study,
          applicationId: applicationId(study, person),
          startsAt: startOf(study, person),
        };
        samples[study] = await takeSample(running, 'book', { ...rest, url, payload }, ids);
      }
    }
    await client.query(EMPTY);
    await client.query(FILL_AGENDA);
    const read = { method: 'GET' as const, url: agenda, headers: callers.researcher };
    await running.app.inject(read);
    samples['agenda'] = await takeSample(running, 'agenda', read);
  });
  const limits = await bench.startLimits(samples);
  const product = await bench.startProduct();
  await measure(`The meetings of a week, of ${MEETINGS.toLocaleString('en')} of a researcher`, [
    {
      name: 'agenda',
      limit: () => load(limits, SECONDS, () => ({ method: 'GET', path: '/sql/agenda' })),
      product: () =>
        load(product, SECONDS, () => ({ method: 'GET', path: agenda, headers: callers.researcher })),
    },
  ]);
  const everybody = (
    next: (person: number) => Parameters<typeof load>[2] extends () => infer R ? R : never,
  ) => {
    let person = 0;
    return () => {
      person += 1;
      if (person > BOOKERS) throw new Error('Everybody has booked');
      return next(person);
    };
  };
  const names: [string, string][] = [
    [HOT, 'one time'],
    [WIDE, `${SLOTS.toLocaleString('en')} times`],
  ];
  await measure(
    'Seats taken',
    names.map(([study, name]) => ({
      name,
      limit: async () => {
        await client.query(EMPTY);
        const ids = (person: number) =>
          [personId(person), study, applicationId(study, person), startOf(study, person)].join('/');
        const next = everybody((person) => ({ method: 'POST', path: `/sql/${study}/${ids(person)}` }));
        return load(limits, SECONDS, next);
      },
      product: async () => {
        await client.query(EMPTY);
        return load(
          product,
          SECONDS,
          everybody((person) => asked(study, person)),
        );
      },
    })),
  );
  await client.end();
  await bench.stopProcesses();
}
