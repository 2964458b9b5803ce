import { sql } from 'kysely';
import { expect, test } from 'vitest';
import { deletePersonAsAdmin, recordDeletionRequestAsAdmin } from '@app/contracts/identity/admin-people.ts';
import { makeAdmin } from '@app/test/support/admins.ts';
import { useApp } from '@app/test/support/app.ts';
import { registerParticipant } from '@app/test/support/people.ts';

const app = useApp();

test('a deletion request that waits while its person is deleted finds no person', async () => {
  const as = { token: await (await makeAdmin(app, ['ADMIN'])).token() };
  const { userId } = await registerParticipant(app, { withProfile: true });
  const params = { userId };
  const waiting = async () =>
    (
      await sql`select from pg_stat_activity where datname = current_database() and wait_event_type = 'Lock'`.execute(
        app.engine.owner,
      )
    ).rows.length;
  const { deleting, recording } = await app.engine.owner.transaction().execute(async (trx) => {
    await sql`select from identity.people where user_id = ${userId} for update`.execute(trx);
    const deleted = app.call(deletePersonAsAdmin, { as, params, body: { reason: 'Asked by email' } });
    await expect.poll(waiting).toBe(1);
    const recorded = app.call(recordDeletionRequestAsAdmin, {
      as,
      params,
      body: { requestedOn: '2026-11-20' },
    });
    await expect.poll(waiting).toBe(2);
    return { deleting: deleted, recording: recorded };
  });
  expect([(await deleting).status, (await recording).json['code']]).toEqual([200, 'PERSON_NOT_FOUND']);
});
