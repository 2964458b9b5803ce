import { sql } from 'kysely';
import pg from 'pg';
import { expect, test } from 'vitest';
import { erasePerson } from '@app/contracts/project/account-deletion.ts';
import { useApp } from '@app/test/support/app.ts';
import { registerParticipant } from '@app/test/support/people.ts';
import { serviceToken } from '@app/test/support/samples/world.ts';

const app = useApp();

test('rows that are written for a person just before they leave, and committed after, are erased too', async () => {
  const { userId } = await registerParticipant(app, { withProfile: true });
  const closing = new pg.Client({ connectionString: app.databaseUrl });
  await closing.connect();
  const notify = () =>
    closing.query(
      `insert into project.notifications (notification_id, user_id, key, kind, params)
        values (gen_random_uuid(), $1, gen_random_uuid(), 'STUDY_CLOSED', '{}')`,
      [userId],
    );
  await closing.query('begin');
  expect((await notify()).rowCount).toBe(1);

  const leave = async () =>
    app.call(erasePerson, {
      as: { token: await serviceToken({ app }, 'identity', 'project') },
      params: { userId },
    });
  // The erasure waits for at most a second, because others wait behind it. The identity service tries again.
  expect(await leave()).toMatchObject({ status: 503, json: { code: 'UNAVAILABLE' } });
  await closing.query('commit');
  expect((await leave()).status).toBe(204);
  expect((await notify()).rowCount).toBe(0);
  await closing.end();
  const left = sql`select kind from project.notifications where user_id = ${userId}`;
  expect((await left.execute(app.engine.owner)).rows).toEqual([]);
});
