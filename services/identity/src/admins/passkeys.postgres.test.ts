import { sql } from 'kysely';
import { expect, test } from 'vitest';
import { confirmAdminPasskey, signAdminIn } from '@app/contracts/identity/admin-sign-in.ts';
import { answerChallenge, makeAdmin } from '@app/test/support/admins.ts';
import { useApp } from '@app/test/support/app.ts';

const app = useApp();

test('a passkey that is deleted while it is checked signs nobody in and confirms nothing', async () => {
  const admin = await makeAdmin(app, ['FINANCE']);
  const [first, second] = [await answerChallenge(app, admin), await answerChallenge(app, admin)];
  const waiting = sql`
    select from pg_stat_activity where datname = current_database() and wait_event_type = 'Lock'`;
  const { answers } = await app.engine.owner.transaction().execute(async (trx) => {
    await sql`delete from identity.admin_passkeys where admin_id = ${admin.adminId}`.execute(trx);
    const calls = Promise.all([
      app.call(signAdminIn, { body: first }),
      app.call(confirmAdminPasskey, { headers: { cookie: admin.cookie }, body: second }),
    ]);
    await expect.poll(async () => (await waiting.execute(app.engine.owner)).rows.length).toBe(2);
    return { answers: calls };
  });
  expect((await answers).map(({ json }) => json['code'])).toEqual(['PASSKEY_REFUSED', 'PASSKEY_REFUSED']);
});
