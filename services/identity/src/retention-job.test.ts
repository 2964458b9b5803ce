// @module-tag both-engines
import { sql } from 'kysely';
import { expect, test } from 'vitest';
import { registerPerson, verifyEmail } from '@app/contracts/identity/accounts.ts';
import { readMe } from '@app/contracts/identity/sessions.ts';
import { RETENTION } from '@app/contracts/retention.ts';
import { retentionEdge } from '@app/test/support/edge-of.ts';
import { startJobSql } from '../../../kit/test/start-job.ts';
import { useApp } from '@app/test/support/app.ts';
import { PASSWORD, registerParticipant } from '@app/test/support/people.ts';
import { waitForJobs } from '@app/test/support/wait-for-jobs.ts';
import { registration, verificationToken } from '#test/accounts.ts';
import { openDb } from './open-db.ts';
import { readIdentityConfig } from './config.ts';
import { runRetentionJob } from './retention-job.ts';

const app = useApp();

/** There are more than two batches of each age. */
const MANY = 2300;
/** For each table: expired rows, and one slightly newer row that stays. */
const kinds: Record<
  string,
  { goes: string; stays: string; insert(when: string, from: number, to: number): string }
> = {
  registrations: {
    ...retentionEdge(RETENTION.unverifiedSignUps),
    insert: (when, from, to) =>
      `(registration_id, user_id, role, first_name, last_name, password_hash, agreed_to, registered_at)
      select lpad(n::text, 32, '0')::uuid, $user, 'PARTICIPANT', 'x', 'x', 'x', '{}', ${when} from generate_series(${from}, ${to}) as n`,
  },
  people: {
    ...retentionEdge(RETENTION.unverifiedSignUps),
    insert: (when, from, to) =>
      `(user_id, email, role, first_name, last_name, created_at)
      select lpad(n::text, 32, '0')::uuid, n || '@never.test', 'PARTICIPANT', 'x', 'x', ${when} from generate_series(${from}, ${to}) as n`,
  },
  email_tokens: {
    ...retentionEdge(RETENTION.endedLinks),
    insert: (when, from, to) =>
      `(token_hash, user_id, purpose, expires_at) select int8send(n), $user, 'VERIFY_EMAIL', ${when} from generate_series(${from}, ${to}) as n`,
  },
  email_changes: {
    goes: '30 days 1 minute',
    stays: '29 days 23 hours',
    insert: (when, from, to) =>
      `(change_id, user_id, old_email, new_email, asked_at, changed_at) select lpad(n::text, 32, '0')::uuid, $user, 'old', 'new', ${when}, now() from generate_series(${from}, ${to}) as n`,
  },
  requested_emails: {
    ...retentionEdge({ days: 30 }),
    insert: (when, from, to) =>
      `(key, asked_at) select n::text, ${when} from generate_series(${from}, ${to}) as n`,
  },
  sessions: {
    ...retentionEdge(RETENTION.endedSessions),
    insert: (when, from, to) =>
      `(session_id, user_id, created_at, expires_at) select lpad(n::text, 32, '0')::uuid, $user, ${when}, ${when} from generate_series(${from}, ${to}) as n`,
  },
  refresh_tokens: {
    ...retentionEdge(RETENTION.endedSessions),
    insert: (when, from, to) =>
      `(token_hash, session_id, expires_at) select int8send(n), (select session_id from identity.sessions where user_id = $user and expires_at > now()), ${when} from generate_series(${from}, ${to}) as n`,
  },
  ended_sessions: {
    goes: '2 hours 1 minute',
    stays: '1 hour 59 minutes',
    insert: (when, from, to) =>
      `(session_id, ended_at) select lpad(n::text, 32, '0')::uuid, ${when} from generate_series(${from}, ${to}) as n`,
  },
  phone_codes: {
    ...retentionEdge({ days: 1 }),
    insert: (when, from, to) =>
      `(number_hash, coded_number, code_id, purpose, flow_hash, expires_at, counted_from, next_at)
      select n::text, 'x', lpad(n::text, 32, '0')::uuid, 'LOG_IN', 'x', ${when}, ${when}, ${when} from generate_series(${from}, ${to}) as n`,
  },
  password_tries: {
    ...retentionEdge(RETENTION.passwordTries),
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

test('expired rows are deleted in batches, and nothing else', async () => {
  const user = await registerParticipant(app);
  const run = (text: string) =>
    sql.raw<{ many: number }>(text.replaceAll('$user', `'${user.userId}'`)).execute(app.engine.owner);
  const count = async (table: string) =>
    (await run(`select count(*)::int as many from identity.${table}`)).rows[0]?.many ?? 0;
  // Leftovers of other tests are deleted first.
  await runRetentionNow();
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
  await runRetentionNow();
  const remaining: Record<string, number> = {};
  for (const table of Object.keys(kinds)) remaining[table] = await count(table);
  expect(remaining).toEqual(expected);
  expect((await app.call(readMe, { as: user })).status).toBe(200);
});

const runRetentionNow = async () => {
  const config = readIdentityConfig(app.settings);
  await runRetentionJob({ ...openDb(app.engine, config.IDENTITY_DATA_KEYS), config });
};

test('an ended session is deleted after its retention period, also after a log-out or without use', async () => {
  const user = await registerParticipant(app);
  const { goes, stays } = retentionEdge(RETENTION.endedSessions);
  const addSession = async (end: { endedAgo?: string; lastSecretEndedAgo?: string }) => {
    const [id, { endedAgo = null, lastSecretEndedAgo }] = [crypto.randomUUID(), end];
    await sql`
      insert into identity.sessions (session_id, user_id, created_at, expires_at, ended_at)
      values (${id}, ${user.userId}, now() - interval '35 days', now() - interval '5 days', now() - ${endedAgo}::interval)`.execute(
      app.engine.owner,
    );
    if (lastSecretEndedAgo !== undefined) {
      await sql`
        insert into identity.refresh_tokens (token_hash, session_id, expires_at)
        values (uuid_send(${id}::uuid), ${id}, now() - ${lastSecretEndedAgo}::interval)`.execute(
        app.engine.owner,
      );
    }
    return id;
  };
  const expired = [
    await addSession({ endedAgo: goes, lastSecretEndedAgo: stays }),
    await addSession({ lastSecretEndedAgo: goes }),
  ];
  const fresh = [
    await addSession({ endedAgo: stays, lastSecretEndedAgo: stays }),
    await addSession({ lastSecretEndedAgo: stays }),
  ];
  await runRetentionNow();
  const { rows } = await sql<{ id: string }>`
    select session_id as id from identity.sessions where session_id in (${sql.join([...expired, ...fresh])})`.execute(
    app.engine.owner,
  );
  expect(rows.map(({ id }) => id).toSorted()).toEqual(fresh.toSorted());
});

test('a person with an unverified email is deleted after a week, unless they sign up again', async () => {
  const [unverified, again] = ['gone@example.test', 'again@example.test'];
  const signUp = async (email: string) => {
    expect((await app.call(registerPerson, { body: registration(email) })).status).toBe(201);
    await waitForJobs(app);
  };
  const age = (email: string) =>
    sql`
    with person as (
      update identity.people set created_at = now() - ${retentionEdge(RETENTION.unverifiedSignUps).goes}::interval
      where email = ${email} returning user_id, created_at)
    update identity.registrations set registered_at = person.created_at from person
    where registrations.user_id = person.user_id`.execute(app.engine.owner);
  const follow = async (email: string) => {
    const token = await verificationToken(app, email);
    return (await app.call(verifyEmail, { body: { token, password: PASSWORD } })).status;
  };
  for (const email of [unverified, again]) {
    await signUp(email);
    await age(email);
  }
  await signUp(again);
  await runRetentionNow();
  expect([await follow(unverified), await follow(again)]).toEqual([400, 200]);
  const { rows } = await sql`select from identity.people where email = ${unverified}`.execute(
    app.engine.owner,
  );
  expect(rows).toHaveLength(0);
  await signUp(unverified);
  expect(await follow(unverified)).toBe(200);
});

test('it runs every hour on its schedule', async () => {
  const { rows } =
    await sql`select cron, timezone from identity_jobs.schedule where name = 'retention'`.execute(
      app.engine.owner,
    );
  expect(rows).toEqual([{ cron: '17 * * * *', timezone: 'UTC' }]);
  const old = sql`insert into identity.limits (key_hash, count, ends_at) values ('old', 1, now() - interval '1 hour')`;
  await old.execute(app.engine.owner);
  await sql.raw(startJobSql('identity', 'retention')).execute(app.engine.owner);
  const countOld = async () =>
    (await sql`select 1 from identity.limits where key_hash = 'old'`.execute(app.engine.owner)).rows.length;
  await expect.poll(countOld).toBe(0);
});
