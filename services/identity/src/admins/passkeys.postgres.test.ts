import { sql } from 'kysely';
import { expect, test } from 'vitest';
import {
  confirmAdminPasskey,
  enrolAdmin,
  signAdminIn,
  startAdminEnrolment,
  startAdminSignIn,
} from '@app/contracts/identity/admin-sign-in.ts';
import { answerChallenge, inviteAdmin, makeAdmin } from '@app/test/support/admins.ts';
import { useApp } from '@app/test/support/app.ts';
import { createPasskey } from '@app/test/support/passkeys.ts';

const app = useApp();
const waiting = sql`
  select from pg_stat_activity where datname = current_database() and wait_event_type = 'Lock'`;
const countWaiting = async () => (await waiting.execute(app.engine.owner)).rows.length;

test('a passkey that is deleted while it is checked signs nobody in and confirms nothing', async () => {
  const admin = await makeAdmin(app, ['FINANCE']);
  const [first, second] = [await answerChallenge(app, admin), await answerChallenge(app, admin)];
  const { answers } = await app.engine.owner.transaction().execute(async (trx) => {
    await sql`delete from identity.admin_passkeys where admin_id = ${admin.adminId}`.execute(trx);
    const calls = Promise.all([
      app.call(signAdminIn, { body: first }),
      app.call(confirmAdminPasskey, { headers: { cookie: admin.cookie }, body: second }),
    ]);
    await expect.poll(countWaiting).toBe(2);
    return { answers: calls };
  });
  expect((await answers).map(({ json }) => json['code'])).toEqual(['PASSKEY_REFUSED', 'PASSKEY_REFUSED']);
});

test('an enrolment link that is used twice at the same moment makes one passkey', async () => {
  const { email, secret: token } = await inviteAdmin(app, ['SUPPORT']);
  const start = async () => (await app.call(startAdminEnrolment, { body: { token } })).content;
  const bodies = [await start(), await start()].map((content) => ({
    token,
    passkey: createPasskey().create(content),
  }));
  const { answers } = await app.engine.owner.transaction().execute(async (trx) => {
    await sql`select from identity.admins where email = ${email} for update`.execute(trx);
    const calls = Promise.all(bodies.map((body) => app.call(enrolAdmin, { body })));
    await expect.poll(countWaiting).toBe(2);
    return { answers: calls };
  });
  const statuses = (await answers).map(({ status }) => status);
  expect(statuses.toSorted((a, b) => a - b)).toEqual([200, 400]);
});

test('a passkey that counts its uses signs in once with each number, also at the same time', async () => {
  const { email, adminId, passkey } = await makeAdmin(app, ['FINANCE']);
  const use = async (signCount: number) => {
    const { content } = await app.call(startAdminSignIn, { body: { email } });
    return { passkey: passkey.use({ ...content, signCount }) };
  };
  const send = async (body: Awaited<ReturnType<typeof use>>) =>
    (await app.call(signAdminIn, { body })).status;
  const bodies = [await use(7), await use(7)];
  const { answers } = await app.engine.owner.transaction().execute(async (trx) => {
    await sql`select from identity.admin_passkeys where admin_id = ${adminId} for update`.execute(trx);
    const calls = Promise.all(bodies.map(send));
    await expect.poll(countWaiting).toBe(2);
    return { answers: calls };
  });
  expect((await answers).toSorted((a, b) => a - b)).toEqual([200, 400]);
  for (const [signCount, status] of [
    [7, 400],
    [6, 400],
    [0, 400],
    [8, 200],
  ] as const)
    expect([signCount, await send(await use(signCount))]).toEqual([signCount, status]);
});
