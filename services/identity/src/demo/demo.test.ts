// @module-tag both-engines
import { sql } from 'kysely';
import { beforeAll, expect, test } from 'vitest';
import { DEMO_PASSWORD, DEMO_PEOPLE, LISTED_STUDY } from '@app/demo/people.ts';
import { useApp } from '@app/test/support/app.ts';
import { readEmailLink } from '@app/test/support/people.ts';
import { tryLogIn } from '#test/accounts.ts';
import { wakeWorkerSql } from '../../../../kit/test/start-job.ts';

const app = useApp();
beforeAll(async () => {
  await app.process.fillDemo();
});

test.each(Object.values(DEMO_PEOPLE))(
  'D-13 $firstName can log in, and has the data that the demo describes',
  async (person) => {
    const { email, userId, firstName, role, companyStatus, hasProfile } = person;
    const entered = await tryLogIn(app, email, DEMO_PASSWORD);
    expect(entered.content).toMatchObject({
      userId,
      email,
      firstName,
      role,
      adminVerificationStatus: companyStatus,
      hasCompanyInfo: companyStatus !== null,
      hasUserInfo: hasProfile,
    });
  },
);

test('a demo study invites people by a list, and their emails are in the demo mailbox', async () => {
  await sql`update identity_jobs.job set start_after = now() where name = 'invitations'`.execute(
    app.engine.owner,
  );
  await sql.raw(wakeWorkerSql('identity', 'invitations')).execute(app.engine.owner);
  for (const address of LISTED_STUDY.addresses)
    expect((await readEmailLink(app, address, '/open-studies/')).pathname).toContain(LISTED_STUDY.id);
});

test('D-13 filling the demo a second time changes nothing', async () => {
  const everything = async () => {
    const tables = ['people', 'participant_profiles', 'companies'];
    const counted = tables.map(async (table) => {
      const rows = sql`select count(*)::int as many, max(xmin::text::bigint) as written from ${sql.table(`identity.${table}`)}`;
      return (await rows.execute(app.engine.owner)).rows;
    });
    const emails =
      sql`select id from identity_jobs.job where name in ('emails', 'bulk-emails') and data ->> 'kind' <> 'INVITATION'`.execute(
        app.engine.owner,
      );
    return [...(await Promise.all(counted)), (await emails).rows.length];
  };
  const before = await everything();
  await app.process.fillDemo();
  expect(await everything()).toEqual(before);
});
