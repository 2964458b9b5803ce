import { sql } from 'kysely';
import pg from 'pg';
import { beforeAll, expect, test } from 'vitest';
import type { SignedInUser } from '@app/contracts/identity/person.ts';
import { browseStudies } from '@app/contracts/project/browsing.ts';
import { listNotifications } from '@app/contracts/project/notifications.ts';
import { useApp } from '@app/test/support/app.ts';
import { registerParticipant, registerResearcher } from '@app/test/support/people.ts';
import { explainAnalyze } from '@app/test/support/plans.ts';
import { RACE_ROUNDS } from '@app/test/support/sizes.ts';
import { addOpenStudies, makeDraft, makeProject, makePublished } from '#test/studies.ts';
import type { ProjectTables } from '../schema.ts';
import { mayHaveEnded } from '../studies/close-ended.ts';
import { notifyOpenedSql, notifyOfOpenings } from './notify-of-open-studies.ts';

const CROWD = 200;

const app = useApp();
let researcher: SignedInUser;
let person: SignedInUser;
let projectId: string;
beforeAll(async () => {
  researcher = await registerResearcher(app, { verified: true });
  projectId = (await makeProject(app, researcher)).id;
  person = await registerParticipant(app, { withProfile: true });
  await app.call(browseStudies, { as: person });
  await sql`
    insert into project.matching_profiles (user_id, birth_date, gender_bit, education_bit, income_bit, device_bits)
    select lpad(n::text, 32, '0')::uuid, '1990-01-01', 1, 1, 1, 7
    from generate_series(1, ${CROWD}::int) as n`.execute(app.engine.owner);
});

const readNotifiedStudies = async (as: SignedInUser) => {
  const { content } = await app.call(listNotifications, { as, query: { size: 100 } });
  return content.map(({ params }) => params.study);
};

test('NT4 pages of two nodes and lists that check at the same moment notify each person once', async () => {
  const db = app.engine.connect<ProjectTables>('project_app');
  const { rows } = await sql<{ id: string }>`select user_id as id from project.matching_profiles`.execute(db);
  const allIds = rows.map(({ id }) => id);
  for (let round = 0; round < RACE_ROUNDS; round += 1) {
    const studies = [
      await makePublished(app, researcher, { projectId }),
      await makePublished(app, researcher, { projectId }),
    ];
    const checks = [allIds, allIds.toReversed(), allIds.slice(50), allIds.slice(0, 100)];
    await Promise.all([
      ...checks.map((people) => notifyOfOpenings(db, people)),
      ...allIds.slice(0, 10).map((one) => notifyOfOpenings(db, [one])),
    ]);
    const notified = await sql`
      select count(*)::int as notified, count(distinct user_id)::int as people from project.notifications
      where kind = 'STUDY_FITS' and params ->> 'studyId' in (${sql.join(studies.map(({ id }) => id))})`.execute(
      app.engine.owner,
    );
    expect(notified.rows).toEqual([{ notified: allIds.length * 2, people: allIds.length }]);
  }
});

test('a study whose publish commits after a check is notified of at the next one', async () => {
  const draft = await makeDraft(app, researcher, { projectId, publicName: 'Slowly published' });
  const slow = new pg.Client({ connectionString: app.databaseUrl });
  await slow.connect();
  await slow.query('begin');
  await slow.query(
    `update project.studies set state = 'PUBLISHED', published_at = now(), duration_in_minutes = 30,
      desired_number_of_participants = 1 where study_id = $1`,
    [draft.id],
  );
  await makePublished(app, researcher, { projectId, publicName: 'Quickly published' });
  expect((await readNotifiedStudies(person))[0]).toBe('Quickly published');
  expect(await readNotifiedStudies(person)).not.toContain('Slowly published');
  await slow.query('commit');
  await slow.end();
  expect(await readNotifiedStudies(person)).toContain('Slowly published');
});

test('a check reads only what opened since the last one, and the job only what may have ended', async () => {
  await addOpenStudies(app, projectId, { count: 5000, name: 'Crowd', age: '2 days' });
  await sql`update project.studies set ends_at = now() + interval '1 day'`.execute(app.engine.owner);
  await sql`analyze project.studies`.execute(app.engine.owner);
  const db = app.engine.connect<ProjectTables>('project_app');
  await notifyOfOpenings(db, [person.userId]);
  await makePublished(app, researcher, { projectId });
  for (const [text, index] of [
    [notifyOpenedSql([person.userId]), 'opened_studies'],
    [sql`select from project.studies as study where ${mayHaveEnded} limit 200`, 'studies_by_end'],
  ] as const) {
    const readings = await explainAnalyze(db, text.compile(db));
    const ofStudies = readings.filter(({ table }) => table === 'studies');
    expect(ofStudies).toEqual([{ table: 'studies', index, rows: expect.any(Number) }]);
    expect(ofStudies[0]?.rows).toBeLessThan(100);
  }
});
