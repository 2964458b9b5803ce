import { sql } from 'kysely';
import pg from 'pg';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { erasePerson } from '@app/contracts/project/people.ts';
import type { TestApp } from '../../../../test/app.ts';
import { startTestApp } from '../../../../test/app.ts';
import { registerParticipant } from '../../../../test/people.ts';
import { serviceToken } from '../../../../test/samples/world.ts';

let app: TestApp;
beforeAll(async () => {
  app = await startTestApp();
});
afterAll(() => app.close());

test('what is written for somebody just before they leave, and committed after, is erased as well', async () => {
  const { userId } = await registerParticipant(app, { withProfile: true });
  const closing = new pg.Client({ connectionString: app.databaseUrl });
  await closing.connect();
  const tell = () =>
    closing.query(
      `insert into project.notifications (notification_id, user_id, key, kind, params)
        values (gen_random_uuid(), $1, gen_random_uuid(), 'STUDY_CLOSED', '{}')`,
      [userId],
    );
  await closing.query('begin');
  expect((await tell()).rowCount).toBe(1);

  let answer: { status: number } | undefined;
  const token = await serviceToken({ app }, 'identity', 'project');
  const leaving = app.call(erasePerson, { as: { token }, params: { userId } }).then((given) => {
    answer = given;
  });
  const waits = async () =>
    (
      await sql`select from pg_stat_activity where datname = current_database() and wait_event = 'advisory'`.execute(
        app.engine.owner,
      )
    ).rows.length > 0;
  await expect.poll(async () => answer !== undefined || (await waits())).toBe(true);
  await closing.query('commit');
  await leaving;
  expect(answer).toMatchObject({ status: 204 });
  expect((await tell()).rowCount).toBe(0);
  await closing.end();
  const left = sql`select kind from project.notifications where user_id = ${userId}`;
  expect((await left.execute(app.engine.owner)).rows).toEqual([]);
});
