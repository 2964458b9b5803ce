import { sql } from 'kysely';
import { expect, test } from 'vitest';
import { useApp } from '@app/test/support/app.ts';
import { registerResearcher } from '@app/test/support/people.ts';
import { ACCOUNT_SUSPENDED } from '../accounts/emails.ts';
import { COMPANY_REVOKED, COMPANY_SUBMITTED } from '../company/emails.ts';
import { readIdentityConfig } from '../config.ts';
import type { Deps } from '../deps.ts';
import { openDb } from '../open-db.ts';

const app = useApp();

test.each([
  ['the company is decided on', COMPANY_SUBMITTED, 'companies', `status = 'PENDING'`, `status = 'VERIFIED'`],
  [
    'the company is verified again',
    COMPANY_REVOKED,
    'companies',
    `status = 'DECLINED'`,
    `status = 'VERIFIED'`,
  ],
  [
    'the person is no longer suspended',
    ACCOUNT_SUSPENDED,
    'people',
    `suspended_at = now(), suspend_reason = 'x'`,
    'suspended_at = null, suspend_reason = null',
  ],
] as const)('a waiting email is not sent once %s', async (_, kind, table, due, obsolete) => {
  const { userId } = await registerResearcher(app, { verified: true });
  const config = readIdentityConfig(app.settings);
  const deps = { db: openDb(app.engine, config.IDENTITY_DATA_KEYS).db, config } as Deps;
  const writeAfter = async (change: string) => {
    await sql`update identity.${sql.raw(table)} set ${sql.raw(change)} where user_id = ${userId}`.execute(
      app.engine.owner,
    );
    return kind.write(deps, { id: crypto.randomUUID(), kind: kind.name, userId });
  };
  expect(await writeAfter(due)).toBeDefined();
  expect(await writeAfter(obsolete)).toBeUndefined();
});

test('an email to an unverified address does not greet its reader by the name of the registration', async () => {
  const { userId } = await registerResearcher(app, { verified: true });
  const config = readIdentityConfig(app.settings);
  const deps = { db: openDb(app.engine, config.IDENTITY_DATA_KEYS).db, config } as Deps;
  const greetingAfter = async (change: string) => {
    await sql`update identity.people set ${sql.raw(change)} where user_id = ${userId}`.execute(
      app.engine.owner,
    );
    const job = { id: crypto.randomUUID(), kind: ACCOUNT_SUSPENDED.name, userId };
    return (await ACCOUNT_SUSPENDED.write(deps, job))?.greeting;
  };
  const names = `first_name = 'Winner', suspended_at = now(), suspend_reason = 'x'`;
  expect(await greetingAfter(names)).toBe('Hello Winner,');
  expect(await greetingAfter('email_verified_at = null')).toBe('Hello,');
});
