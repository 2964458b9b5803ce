import { sql } from 'kysely';
import { expect, test } from 'vitest';
import { listDeliveriesAsAdmin } from '@app/contracts/identity/admin-people.ts';
import { makeAdmin } from '@app/test/support/admins.ts';
import { useApp } from '@app/test/support/app.ts';
import { registerVerified } from '@app/test/support/people.ts';

const app = useApp();

test('support finds the emails, texts and pushes of a person by kind and state, with the reason', async () => {
  const support = await makeAdmin(app, ['SUPPORT']);
  const { userId, email } = await registerVerified(app, 'PARTICIPANT');
  const { owner } = app.engine;
  const data = (kind: string) => JSON.stringify({ kind, userId, id: crypto.randomUUID() });
  await sql`
    insert into identity_jobs.job (name, data, state, source_name) values
      ('emails-dead-letter', ${data('PASSWORD_SET')}::jsonb, 'created', 'emails'),
      ('emails', ${data('PASSWORD_SET')}::jsonb, 'failed', null),
      ('pushes', ${data('MEETING_SOON')}::jsonb, 'completed', null)`.execute(owner);
  await sql`insert into identity.refused_mailboxes (user_id, email) values (${userId}, ${email})`.execute(
    owner,
  );
  await sql`
    insert into identity.texts (text_id, user_id, kind, state, reason, gateway)
    values (gen_random_uuid(), ${userId}, 'PHONE_CODE', 'FAILED', 'NUMBER', 'HUBTEL')`.execute(owner);
  const list = async (query: Record<string, string | number>) => {
    const as = { token: await support.token() };
    return app.call(listDeliveriesAsAdmin, { as, query: { userId, ...query } });
  };
  const failed = await list({ state: 'FAILED' });
  expect(
    failed.content.map(({ channel, kind, reason, gateway }) => [channel, kind, reason, gateway]),
  ).toEqual(
    expect.arrayContaining([
      ['EMAIL', 'PASSWORD_SET', 'MAILBOX_REFUSED', null],
      ['TEXT', 'PHONE_CODE', 'NUMBER', 'HUBTEL'],
    ]),
  );
  expect(failed.json).toMatchObject({ totalElements: 2 });
  expect((await list({ channel: 'PUSH' })).content).toMatchObject([
    { kind: 'MEETING_SOON', state: 'ENDED', email },
  ]);
  for (const page of [0, 1])
    expect((await list({ size: 1, page })).json).toMatchObject({ numberOfElements: 1, number: page });
  const { rows: looks } = await sql`
    select from identity.audit
    where user_id = ${userId} and admin_id = ${support.adminId} and about = 'listDeliveriesAsAdmin'`.execute(
    owner,
  );
  expect(looks).toHaveLength(4);
  expect((await list({ state: 'LATE' })).json).toMatchObject({ code: 'INVALID_INPUT' });
});
