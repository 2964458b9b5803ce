// @module-tag both-engines
import { sql } from 'kysely';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { readMe } from '@app/contracts/identity/session.ts';
import type { TestApp } from '../../../../test/app.ts';
import { startTestApp } from '../../../../test/app.ts';
import { registerParticipant } from '../../../../test/people.ts';
import { openDb } from '../open-db.ts';
import { readIdentityConfig } from '../config.ts';
import { sweep } from './sweep.ts';

let app: TestApp;
beforeAll(async () => {
  app = await startTestApp();
});
afterAll(() => app.close());

/** More than two batches of each age. */
const MANY = 2300;
/** Per table: rows that go, and one a little younger that stays. */
const kinds: Record<
  string,
  { goes: string; stays: string; insert(when: string, from: number, to: number): string }
> = {
  letter_tokens: {
    goes: '7 days 1 minute',
    stays: '6 days 23 hours',
    insert: (when, from, to) =>
      `(token_hash, user_id, purpose, expires_at) select int8send(n), $user, 'VERIFY_EMAIL', ${when} from generate_series(${from}, ${to}) as n`,
  },
  asked_letters: {
    goes: '30 days 1 minute',
    stays: '29 days 23 hours',
    insert: (when, from, to) =>
      `(key, asked_at) select n::text, ${when} from generate_series(${from}, ${to}) as n`,
  },
  sessions: {
    goes: '30 days 1 minute',
    stays: '29 days 23 hours',
    insert: (when, from, to) =>
      `(session_id, user_id, expires_at) select lpad(n::text, 32, '0')::uuid, $user, ${when} from generate_series(${from}, ${to}) as n`,
  },
  refresh_tokens: {
    goes: '30 days 1 minute',
    stays: '29 days 23 hours',
    insert: (when, from, to) =>
      `(token_hash, session_id, expires_at) select int8send(n), (select session_id from identity.sessions where expires_at > now()), ${when} from generate_series(${from}, ${to}) as n`,
  },
  ended_sessions: {
    goes: '2 hours 1 minute',
    stays: '1 hour 59 minutes',
    insert: (when, from, to) =>
      `(session_id, ended_at) select lpad(n::text, 32, '0')::uuid, ${when} from generate_series(${from}, ${to}) as n`,
  },
  password_tries: {
    goes: '30 days 1 minute',
    stays: '29 days 23 hours',
    insert: (when, from, to) =>
      `(email_hash, tries, wait_until, last_at) select int8send(n), 1, now(), ${when} from generate_series(${from}, ${to}) as n`,
  },
  limits: {
    goes: '1 second',
    stays: '-1 hour',
    insert: (when, from, to) =>
      `(key_hash, count, ends_at) select int8send(n), 1, ${when} from generate_series(${from}, ${to}) as n`,
  },
  idempotency_keys: {
    goes: '1 second',
    stays: '-1 hour',
    insert: (when, from, to) =>
      `(key_hash, request_hash, subject_id, claimed_at, ends_at) select int8send(n), '', $user, now(), ${when} from generate_series(${from}, ${to}) as n`,
  },
};

test('what nobody needs any more goes, in batches, and nothing else', async () => {
  const user = await registerParticipant(app);
  const run = (text: string) =>
    sql.raw<{ many: number }>(text.replaceAll('$user', `'${user.userId}'`)).execute(app.engine.owner);
  const count = async (table: string) =>
    (await run(`select count(*)::int as many from identity.${table}`)).rows[0]?.many ?? 0;
  const expected: Record<string, number> = {};
  for (const [table, { goes, stays, insert }] of Object.entries(kinds)) {
    expected[table] = (await count(table)) + 1;
    await run(`insert into identity.${table} ${insert(`now() - interval '${goes}'`, 1, MANY)}`);
    await run(`insert into identity.${table} ${insert(`now() - interval '${stays}'`, MANY + 1, MANY + 1)}`);
  }
  const lockedHash = sql`int8send(${MANY + 2})`;
  await sql`insert into identity.password_tries (email_hash, tries, wait_until, last_at)
    values (${lockedHash}, 1000, now(), now() - interval '1 year')`.execute(app.engine.owner);
  expected['password_tries'] = (expected['password_tries'] ?? 0) + 1;
  const config = readIdentityConfig(app.settings);
  await sweep({ ...openDb(app.engine, config.IDENTITY_DATA_KEYS), config });
  const left: Record<string, number> = {};
  for (const table of Object.keys(kinds)) left[table] = await count(table);
  expect(left).toEqual(expected);
  expect((await app.call(readMe, { as: user })).status).toBe(200);
});

test('it runs by itself every hour', async () => {
  const { rows } = await sql`select cron, timezone from identity_jobs.schedule where name = 'sweep'`.execute(
    app.engine.owner,
  );
  expect(rows).toEqual([{ cron: '17 * * * *', timezone: 'UTC' }]);
  const old = sql`insert into identity.limits (key_hash, count, ends_at) values ('old', 1, now() - interval '1 hour')`;
  await old.execute(app.engine.owner);
  await sql`insert into identity_jobs.job (name, data) values ('sweep', '{}')`.execute(app.engine.owner);
  const left = async () =>
    (await sql`select 1 from identity.limits where key_hash = 'old'`.execute(app.engine.owner)).rows.length;
  await expect.poll(left).toBe(0);
});
