// Slow: concurrent calls, and a connection that is lost between two statements.
import { sql } from 'kysely';
import pg from 'pg';
import { expect, test } from 'vitest';
import { resetPassword, updatePassword } from '@app/contracts/identity/accounts.ts';
import { logIn, refreshSession } from '@app/contracts/identity/sessions.ts';
import { transaction } from '@app/kit/database.ts';
import { useApp } from '../support/app.ts';
import { PASSWORD, readEmailLink, registerVerified } from '../support/people.ts';

const app = useApp();

test('FLT-2 a connection lost between two statements of a transaction fails only that transaction', async () => {
  const db = app.engine.connect<unknown>('identity_app');
  // Our own handles are refused inside a transaction, which would look like a lost connection.
  const outside = new pg.Client({ connectionString: app.databaseUrl });
  await outside.connect();
  const end = 'select pg_terminate_backend(pid) from pg_stat_activity where pid = $1';
  const broken = transaction(db, async (trx) => {
    const { rows } = await sql<{ pid: number }>`select pg_backend_pid() as pid`.execute(trx);
    await expect.poll(async () => (await outside.query(end, [rows[0]?.pid])).rowCount).toBe(0);
    await sql`select 1`.execute(trx);
  });
  await expect(broken).rejects.toThrow(/connection/i);
  await outside.end();
  await sql`select 1`.execute(db);
});

test('AUTH-8 a concurrent log-in with the old password leaves no session after a reset', async () => {
  const user = await registerVerified(app, 'RESEARCHER');
  await app.call(resetPassword, { body: { email: user.email } });
  const token = (await readEmailLink(app, user.email, '/reset-password/')).searchParams.get('token') ?? '';
  const change = app.call(updatePassword, {
    params: { id: user.userId },
    query: { token },
    body: { password: 'a better phrase' },
  });
  const logIns = Array.from({ length: 8 }, () =>
    app.call(logIn, { body: { email: user.email, password: PASSWORD } }),
  );
  const entered = (await Promise.all(logIns)).filter(({ status }) => status === 200);
  expect((await change).status).toBe(200);
  for (const { headers } of entered) {
    const cookie = String(headers['set-cookie']).split(';', 1)[0] ?? '';
    expect((await app.call(refreshSession, { headers: { cookie } })).status).toBe(401);
  }
});
