import { sql } from 'kysely';
import { afterAll, beforeAll, expect, test } from 'vitest';
import type { SignedInUser } from '@app/contracts/identity/person.ts';
import type { TestApp } from '../../../../test/app.ts';
import { startTestApp } from '../../../../test/app.ts';
import { registerResearcher } from '../../../../test/people.ts';
import { RACE_ROUNDS } from '../../../../test/sizes.ts';
import { makeProject, makePublished } from '../../test/studies.ts';

/** More than two windows, of whom one in ten fits. */
const CROWD = 11_000;
const WINDOW = 5000;

let app: TestApp;
let researcher: SignedInUser;
let projectId: string;
beforeAll(async () => {
  app = await startTestApp();
  await app.startNode({ withWorkers: true });
  researcher = await registerResearcher(app, { verified: true });
  projectId = (await makeProject(app, researcher)).id;
  await sql`
    insert into project.participants (user_id, birth_date, gender_bit, education_bit, income_bit, device_bits)
    select lpad(n::text, 32, '0')::uuid, '1990-01-01', 1, case when n % 10 = 0 then 4 else 1 end, 1, 7
    from generate_series(1, ${CROWD}::int) as n`.execute(app.engine.owner);
});
afterAll(() => app.close());

const publish = () => makePublished(app, researcher, { projectId, education: ['DIPLOMA'] });
/** Windows of a study that wait or are under way. */
const left = async (studyId: string) => {
  const { rows } = await sql`
    select 1 from project_jobs.job where name = 'announcements' and state < 'completed'
      and data ->> 'studyId' = ${studyId}`.execute(app.engine.owner);
  return rows.length;
};
/** What an announcement comes to once nothing of it is left. */
async function outcomeOf(studyId: string) {
  await expect.poll(() => left(studyId)).toBe(0);
  const { rows } = await sql`
    select count(*) as told, count(distinct user_id) as people,
      bool_and(right(user_id::text, 1) = '0') as "isFitting",
      (select announced_at is not null from project.studies where study_id = ${studyId}) as "isAnnounced"
    from project.notifications where kind = 'STUDY_FITS' and params ->> 'studyId' = ${studyId}`.execute(
    app.engine.owner,
  );
  return rows;
}
const everybodyOnce = [{ told: CROWD / 10, people: CROWD / 10, isFitting: true, isAnnounced: true }];

test('NT4 windows that run twice, and on two nodes at once, tell everybody once', async () => {
  for (let round = 0; round < RACE_ROUNDS; round += 1) {
    const study = await publish();
    // As processes leave them that died between the end of a window and the end of its job.
    await sql`
        insert into project_jobs.job (name, data, singleton_key, policy)
        select 'announcements', jsonb_build_object('studyId', ${study.id}::text,
          'after', lpad((n * ${WINDOW}::int)::text, 32, '0')::uuid), gen_random_uuid()::text, 'short'
        from generate_series(0, 1) as n, generate_series(1, 3)`.execute(app.engine.owner);
    expect(await outcomeOf(study.id)).toEqual(everybodyOnce);
  }
});

test('FLT-2 an announcement goes on where it was when the database ends its connections', async () => {
  const study = await publish();
  for (let time = 0; time < 5; time += 1) {
    await new Promise((resolve) => setTimeout(resolve, 30));
    // The windows' own: where the job runner's is lost too, the job is done again only after its time has run out.
    await sql`select pg_terminate_backend(pid) from pg_stat_activity
      where datname = current_database() and pid <> pg_backend_pid() and application_name <> 'pgboss'`.execute(
      app.engine.owner,
    );
  }
  expect(await outcomeOf(study.id)).toEqual(everybodyOnce);
});
