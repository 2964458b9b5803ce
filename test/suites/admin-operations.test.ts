import { sql } from 'kysely';
import { beforeAll, expect, test } from 'vitest';
import type { AdminOperations } from '@app/contracts/admin-operations.ts';
import type { ServiceName } from '@app/contracts/endpoint.ts';
import { identityAdminOperations } from '@app/contracts/identity/admin-operations.ts';
import { paymentAdminOperations } from '@app/contracts/payment/admin-operations.ts';
import { projectAdminOperations } from '@app/contracts/project/admin-operations.ts';
import { emailWords } from '@app/words/emails.ts';
import { type TestAdmin, makeAdmin } from '../support/admins.ts';
import { useApp } from '../support/app.ts';
import { insertDeadLetter } from '../support/dead-letters.ts';
import { registerVerified } from '../support/people.ts';

const RETRIES_AT_ONCE = 50;
const app = useApp();
let admin: TestAdmin;
beforeAll(async () => void (admin = await makeAdmin(app, ['ADMIN'])));
const as = async (by = admin) => ({ token: await by.token() });

const SERVICES: [ServiceName, AdminOperations, string][] = [
  ['identity', identityAdminOperations, 'suspensions'],
  ['payment', paymentAdminOperations, 'paid-places'],
  ['project', projectAdminOperations, 'settlements'],
];

test.each(SERVICES)(
  'dead letters of %s are listed by queue and retried, one or all of a queue',
  async (service, calls, queue) => {
    const userId = crypto.randomUUID();
    const secret = 'MARKER-TEXT';
    const data = { userId, kind: 'SOME', secret };
    const ids: string[] = [];
    for (let count = 0; count < 3; count += 1)
      ids.push(await insertDeadLetter(app.engine.owner, service, { queue, data }));
    const list = async (query: Record<string, string | number>) =>
      app.call(calls.listDeadLettersAsAdmin, { as: await as(), query });
    const listed = await list({ queue });
    expect(listed.content).toHaveLength(3);
    expect(listed.content).toContainEqual(
      expect.objectContaining({ id: ids[0], queue, kind: 'SOME', userId }),
    );
    expect(listed.text).not.toContain(secret);
    expect((await list({ queue: 'another' })).content).toEqual([]);
    for (const page of [0, 1])
      expect((await list({ size: 2, page })).json).toMatchObject({
        totalElements: 3,
        numberOfElements: 2 - page,
      });

    const retry = async (body: object) => app.call(calls.retryDeadLettersAsAdmin, { as: await as(), body });
    for (const wrong of [{}, { id: ids[0], queue }])
      expect((await retry(wrong)).json).toMatchObject({ code: 'INVALID_INPUT' });
    expect((await retry({ id: ids[0] })).content).toEqual({ retried: 1 });
    for (const done of [{ id: ids[0] }, { queue: 'another' }])
      expect((await retry(done)).json).toMatchObject({ status: 409, code: 'ALREADY_DONE' });
    expect((await retry({ queue })).content).toEqual({ retried: 2 });
    expect((await retry({ queue })).json).toMatchObject({ code: 'ALREADY_DONE' });
    expect((await list({ queue })).content).toEqual([]);
    const { rows } = await sql`
    select about from ${sql.table(`${service}.audit`)}
    where event = 'DEAD_LETTERS_RETRIED' and admin_id = ${admin.adminId}
      and split_part(about, ':', 1) in (${queue}, ${ids[0]}) order by at desc`.execute(app.engine.owner);
    expect(rows).toEqual([{ about: `${queue}: 2` }, { about: `${ids[0]}: 1` }]);
  },
);

test(`a dead letter that ${RETRIES_AT_ONCE} admins retry at once is delivered once`, async () => {
  const { userId, email } = await registerVerified(app, 'PARTICIPANT');
  const data = { id: crypto.randomUUID(), kind: 'ACCOUNT_UNSUSPENDED', userId, unknownOutcomes: 18 };
  const id = await insertDeadLetter(app.engine.owner, 'identity', { queue: 'emails', data });
  const token = await as();
  const answers = await Promise.all(
    Array.from({ length: RETRIES_AT_ONCE }, () =>
      app.call(identityAdminOperations.retryDeadLettersAsAdmin, { as: token, body: { id } }),
    ),
  );
  const [done, ...refused] = answers.toSorted((a, b) => a.status - b.status);
  expect(done).toMatchObject({ status: 200, content: { retried: 1 } });
  expect(new Set(refused.map(({ json }) => json['code']))).toEqual(new Set(['ALREADY_DONE']));
  const { subject } = emailWords.accountUnsuspended;
  const arrived = async () => (await app.mailbox.read(email)).filter((one) => one.subject === subject);
  await expect.poll(arrived).toHaveLength(1);
  const waiting = async () =>
    (
      await sql`
        select from identity_jobs.job
        where data ->> 'userId' = ${userId} and state in ('created', 'active', 'retry')`.execute(
        app.engine.owner,
      )
    ).rows;
  await expect.poll(waiting).toEqual([]);
  expect(await arrived()).toHaveLength(1);
});

test.each(SERVICES)(
  'the audit of %s is read by person, admin, event and time, and saved as CSV',
  async (service, calls) => {
    const [userId, adminId] = [crypto.randomUUID(), crypto.randomUUID()];
    const table = sql.table(`${service}.audit`);
    const entry = (event: string, at: string, about: string) =>
      sql`
      insert into ${table} (audit_id, event, user_id, admin_id, at, about)
      values (gen_random_uuid(), ${event}, ${userId}, ${adminId}, ${at}::timestamptz, ${about})`.execute(
        app.engine.owner,
      );
    await entry('FIRST_EVENT', '2026-02-03T23:59:59.999Z', 'one');
    await entry('LAST_EVENT', '2026-02-04T00:00:00Z', '=HYPERLINK("x"), "two"');
    await entry('LAST_EVENT', '2026-02-05T00:00:00Z', 'three');
    const list = async (query: Record<string, string | number>) =>
      app.call(calls.listAuditAsAdmin, { as: await as(), query });
    // Each look at the audit of a person is an entry too.
    const abouts = async (query: Record<string, string | number>) =>
      (await list({ since: '2026-02-01', ...query })).content
        .map(({ about }) => about)
        .filter((about) => about !== 'listAuditAsAdmin');
    const two = '=HYPERLINK("x"), "two"';
    expect(await abouts({ userId })).toEqual(['three', two, 'one']);
    expect(await abouts({ adminId, event: 'LAST_EVENT' })).toEqual(['three', two]);
    expect(await abouts({ userId, since: '2026-02-04', until: '2026-02-04' })).toEqual([two]);
    expect(await abouts({ userId, until: '2026-02-03' })).toEqual(['one']);
    expect(await abouts({ userId: crypto.randomUUID() })).toEqual([]);
    expect((await list({ adminId })).content).toEqual([]);
    for (const page of [0, 1])
      expect((await list({ adminId, since: '2026-02-01', size: 2, page })).json).toMatchObject({
        totalElements: 3,
        numberOfElements: 2 - page,
      });
    for (const wrong of [{ event: 'two words' }, { since: '2026-02-30' }, { userId: 'ama' }])
      expect((await list(wrong as never)).json).toMatchObject({ code: 'INVALID_INPUT' });
    const file = await app.call(calls.exportAuditAsAdmin, {
      as: await as(),
      query: { adminId, since: '2026-02-01' },
    });
    expect(file.headers['content-disposition']).toContain(`audit-${service}.csv`);
    expect(file.text.split('\r\n')).toEqual([
      '\ufeff"at","event","userId","adminId","about"',
      `"2026-02-05T00:00:00.000Z","LAST_EVENT","${userId}","${adminId}","three"`,
      `"2026-02-04T00:00:00.000Z","LAST_EVENT","${userId}","${adminId}","'=HYPERLINK(""x""), ""two"""`,
      `"2026-02-03T23:59:59.999Z","FIRST_EVENT","${userId}","${adminId}","one"`,
      '',
    ]);
  },
);

test('the file of an audit is read in parts, and has each entry once', async () => {
  const adminId = crypto.randomUUID();
  await sql`
    insert into project.audit (audit_id, event, admin_id, at, about)
    select gen_random_uuid(), 'MANY', ${adminId}, '2026-02-03'::timestamptz + n / 7 * interval '1 second', n
    from generate_series(1, 5003) as n`.execute(app.engine.owner);
  const { text } = await app.call(projectAdminOperations.exportAuditAsAdmin, {
    as: await as(),
    query: { adminId, since: '2026-02-01' },
  });
  const abouts = text.match(/(?<=")\d+(?="\r)/g) ?? [];
  expect(abouts).toHaveLength(5003);
  expect(new Set(abouts).size).toBe(5003);
});

test('only the role ADMIN reads the audit and dead letters', async () => {
  for (const role of ['SUPPORT', 'FINANCE'] as const) {
    const other = await makeAdmin(app, [role]);
    for (const [, calls] of SERVICES) {
      for (const endpoint of [calls.listAuditAsAdmin, calls.exportAuditAsAdmin, calls.listDeadLettersAsAdmin])
        expect((await app.call(endpoint, { as: await as(other) })).json).toMatchObject({
          code: 'NOT_ALLOWED',
        });
    }
  }
});
