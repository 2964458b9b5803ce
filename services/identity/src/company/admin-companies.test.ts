import { sql } from 'kysely';
import { beforeAll, expect, test } from 'vitest';
import {
  decideCompanyAsAdmin,
  listCompaniesAsAdmin,
  readCompanyAsAdmin,
} from '@app/contracts/identity/admin-companies.ts';
import { decideCompany, submitCompanyInformation } from '@app/contracts/identity/company.ts';
import type { SignedInUser } from '@app/contracts/identity/person.ts';
import { countStudiesAsAdmin } from '@app/contracts/project/admin-companies.ts';
import { type TestAdmin, makeAdmin } from '@app/test/support/admins.ts';
import { useApp } from '@app/test/support/app.ts';
import { companyBody, emailSecret, registerResearcher } from '@app/test/support/people.ts';
import { makeDraft, makeProject, makePublished } from '../../../project/test/studies.ts';

const ADMINS_AT_ONCE = 50;
const app = useApp();
let admin: TestAdmin;
let support: TestAdmin;
beforeAll(async () => {
  admin = await makeAdmin(app, ['ADMIN']);
  support = await makeAdmin(app, ['SUPPORT']);
});

async function submit(companyName?: string): Promise<SignedInUser> {
  const as = await registerResearcher(app);
  const body = { ...companyBody(as.userId), ...(companyName === undefined ? {} : { companyName }) };
  await app.call(submitCompanyInformation, { as, body });
  return as;
}
type Decision = 'ACCEPT' | 'DECLINE' | 'REVOKE' | 'RESTORE';
const findSubmittedAt = async (userId: string) => {
  const { rows } = await sql<{ at: Date }>`
    select submitted_at as at from identity.companies where user_id = ${userId}`.execute(app.engine.owner);
  return (rows[0]?.at ?? new Date()).toISOString();
};
const decide = async (
  userId: string,
  decision: Decision,
  reason?: string,
  by = admin,
  submittedAt?: string,
) =>
  app.call(decideCompanyAsAdmin, {
    as: { token: await by.token() },
    params: { userId },
    body: {
      decision,
      submittedAt: submittedAt ?? (await findSubmittedAt(userId)),
      ...(reason === undefined ? {} : { reason }),
    },
  });
const read = async (userId: string) =>
  (await app.call(readCompanyAsAdmin, { as: { token: await support.token() }, params: { userId } })).content;
const list = async ({ search, ...query }: Record<string, string | number>) =>
  app.call(listCompaniesAsAdmin, { as: { token: await support.token() }, query, body: { search } });
const listAudit = async (adminId: string) =>
  (
    await sql<{ event: string; about: string | null; userId: string | null }>`
      select event, about, user_id as "userId" from identity.audit where admin_id = ${adminId}
      order by at`.execute(app.engine.owner)
  ).rows;

test('an admin accepts, revokes, restores and declines a company; each act is audited, with its reason', async () => {
  const { userId, email } = await submit();
  expect(await read(userId)).toMatchObject({ state: 'PENDING', email, decidedAt: null });
  expect((await decide(userId, 'ACCEPT')).content).toEqual({ userId, state: 'VERIFIED' });
  for (const [wrong, reason] of [['ACCEPT'], ['DECLINE', 'No website'], ['RESTORE']] as const)
    expect((await decide(userId, wrong, reason)).json).toMatchObject({ code: 'COMPANY_ALREADY_DECIDED' });
  for (const blank of [undefined, ' '])
    expect((await decide(userId, 'REVOKE', blank)).json).toMatchObject({
      code: 'INVALID_INPUT',
      content: [{ field: 'reason' }],
    });
  expect((await decide(userId, 'REVOKE', 'The address is wrong')).content.state).toBe('REVOKED');
  expect(await read(userId)).toMatchObject({ state: 'REVOKED', declineReason: 'The address is wrong' });
  expect((await decide(userId, 'RESTORE')).content.state).toBe('VERIFIED');

  const other = await submit();
  expect((await decide(other.userId, 'DECLINE', 'No website')).content.state).toBe('DECLINED');
  const emails = async () => (await app.mailbox.read(other.email)).map(({ text }) => text).join('\n');
  await expect.poll(emails).toContain('No website');
  const acts = await listAudit(admin.adminId);
  const own = acts.filter((act) => act.userId === userId || act.userId === other.userId);
  expect(own.filter(({ event }) => event.startsWith('COMPANY_'))).toEqual([
    { event: 'COMPANY_ACCEPTED', about: 'Adwoa Mensah', userId },
    { event: 'COMPANY_REVOKED', about: 'Adwoa Mensah: The address is wrong', userId },
    { event: 'COMPANY_RESTORED', about: 'Adwoa Mensah', userId },
    { event: 'COMPANY_DECLINED', about: 'Adwoa Mensah: No website', userId: other.userId },
  ]);
  const unknown = crypto.randomUUID();
  expect((await decide(unknown, 'ACCEPT')).json).toMatchObject({ code: 'PERSON_NOT_FOUND' });
});

test('an admin decides only about the submission that was read, and restores only a revoked company', async () => {
  const as = await submit();
  const { userId } = as;
  const body = companyBody(userId);
  const first = (await read(userId)).submittedAt;
  await decide(userId, 'DECLINE', 'No website');
  const refused = { code: 'COMPANY_ALREADY_DECIDED' };
  expect((await decide(userId, 'RESTORE')).json).toMatchObject(refused);
  await app.call(submitCompanyInformation, { as, body: { ...body, companyName: 'Another company' } });
  for (const decision of ['ACCEPT', 'DECLINE', 'RESTORE'] as const)
    expect((await decide(userId, decision, 'x', admin, first)).json).toMatchObject(refused);
  const second = (await read(userId)).submittedAt;
  await decide(userId, 'ACCEPT', undefined, admin, second);
  expect((await decide(userId, 'REVOKE', 'x', admin, first)).json).toMatchObject(refused);
  expect((await decide(userId, 'REVOKE', 'x', admin, second)).content.state).toBe('REVOKED');
  await app.call(submitCompanyInformation, { as, body });
  for (const submittedAt of [second, undefined])
    expect((await decide(userId, 'RESTORE', undefined, admin, submittedAt)).json).toMatchObject(refused);
  expect(await read(userId)).toMatchObject({ state: 'PENDING', ...body });
});

test('companies are found by state, name and email, page by page; every look is audited', async () => {
  const name = `Volta ${crypto.randomUUID().slice(0, 8)}`;
  const [first, second, third] = [
    await submit(`${name} One`),
    await submit(`${name} Two`),
    await submit(name),
  ];
  await decide(third.userId, 'ACCEPT');
  const names = async (query: Record<string, string | number>) =>
    (await list({ search: name, ...query })).content.map(({ userId }) => userId);
  expect(await names({ state: 'PENDING' })).toEqual([first.userId, second.userId]);
  expect(await names({})).toEqual([third.userId, second.userId, first.userId]);
  expect(await names({ state: 'VERIFIED' })).toEqual([third.userId]);
  expect(await names({ search: second.email.toUpperCase() })).toEqual([second.userId]);
  expect(await names({ size: 2 })).toEqual([third.userId, second.userId]);
  const page = await list({ search: name, size: 2, page: 1 });
  expect(page.json).toMatchObject({ totalElements: 3, totalPages: 2, number: 1 });
  expect(page.content.map(({ userId }) => userId)).toEqual([first.userId]);
  const unknown = crypto.randomUUID();
  await app.call(readCompanyAsAdmin, { as: { token: await support.token() }, params: { userId: unknown } });
  await list({ search: ' ' });
  await read(first.userId);
  const looks = (await listAudit(support.adminId)).filter(({ event }) => event === 'ADMIN_LOOKED');
  expect(looks).toContainEqual({ event: 'ADMIN_LOOKED', about: 'listCompaniesAsAdmin search', userId: null });
  expect(looks).toContainEqual({ event: 'ADMIN_LOOKED', about: 'readCompanyAsAdmin', userId: unknown });
  expect(looks.at(-2)).toMatchObject({ about: 'listCompaniesAsAdmin', userId: null });
  expect(looks.at(-1)).toEqual({
    event: 'ADMIN_LOOKED',
    about: 'readCompanyAsAdmin',
    userId: first.userId,
  });
});

test('of many admins, the email link among them, one decides', async () => {
  const { userId } = await submit();
  const link = await emailSecret(app, userId, 'DECIDE_COMPANY');
  const token = await admin.token();
  const { submittedAt } = await read(userId);
  const answers = await Promise.all([
    ...Array.from({ length: ADMINS_AT_ONCE }, (_, at) =>
      app.call(decideCompanyAsAdmin, {
        as: { token },
        params: { userId },
        body:
          at % 2 === 0
            ? { decision: 'ACCEPT', submittedAt }
            : { decision: 'DECLINE', submittedAt, reason: 'No website' },
      }),
    ),
    app.call(decideCompany, { params: { userId }, body: { token: link, decision: 'ACCEPT' } }),
  ]);
  expect(answers.filter(({ status }) => status === 200)).toHaveLength(1);
  const { rows } = await sql`
    select from identity.audit
    where user_id = ${userId} and event in ('COMPANY_ACCEPTED', 'COMPANY_DECLINED')`.execute(
    app.engine.owner,
  );
  expect(rows).toHaveLength(1);
});

test('an admin without the role is refused, which is audited', async () => {
  const { userId } = await submit();
  expect((await decide(userId, 'ACCEPT', undefined, support)).json).toMatchObject({ code: 'NOT_ALLOWED' });
  expect((await read(userId)).state).toBe('PENDING');
  expect(await listAudit(support.adminId)).toContainEqual({
    event: 'ACCESS_REFUSED',
    about: 'decideCompanyAsAdmin NOT_ALLOWED',
    userId: null,
  });
});

test('the studies of a company are counted by state', async () => {
  const researcher = await registerResearcher(app, { verified: true });
  const { id: projectId } = await makeProject(app, researcher);
  await makeDraft(app, researcher, { projectId });
  await makePublished(app, researcher, { projectId });
  const { content } = await app.call(countStudiesAsAdmin, {
    as: { token: await support.token() },
    params: { userId: researcher.userId },
  });
  expect(content).toEqual({ drafts: 1, published: 1, paused: 0, closed: 0, acceptedApplicants: 0 });
  const { rows } = await sql`
    select event, user_id from project.audit where admin_id = ${support.adminId}`.execute(app.engine.owner);
  expect(rows).toEqual([{ event: 'ADMIN_LOOKED', user_id: researcher.userId }]);
});
