import { sql } from 'kysely';
import { afterAll, expect, test } from 'vitest';
import { registerPerson, verifyEmail } from '@app/contracts/identity/accounts.ts';
import { decideCompany, submitCompanyInformation } from '@app/contracts/identity/company.ts';
import { refreshSession } from '@app/contracts/identity/sessions.ts';
import { submitUserInformation } from '@app/contracts/identity/profiles.ts';
import { useApp } from '@app/test/support/app.ts';
import {
  companyBody,
  decisionToken,
  emailSecret,
  profileBody,
  registerParticipant,
  registerResearcher,
} from '@app/test/support/people.ts';
import { firstCookie, registration, setPassword, tryLogIn, verificationToken } from '#test/accounts.ts';
import { assertNoDeadlocks } from '../../../project/test/locks.ts';

const app = useApp();
// A person is locked before their links.
afterAll(() => assertNoDeadlocks(app));

const CONCURRENT_CALLS = 20;

async function statuses(
  call: (index: number) => Promise<{ status: number }>,
): Promise<Record<string, number>> {
  const answers = await Promise.all(Array.from({ length: CONCURRENT_CALLS }, (_, index) => call(index)));
  return Object.fromEntries(
    [...Map.groupBy(answers, ({ status }) => status)].map(([status, same]) => [status, same.length]),
  );
}

test('AUTH-7 of twenty concurrent uses of one verification link, one succeeds', async () => {
  const email = 'race@example.test';
  const headers = { cookie: firstCookie(await app.call(registerPerson, { body: registration(email) })) };
  const token = await verificationToken(app, email);
  expect(await statuses(() => app.call(verifyEmail, { body: { token }, headers }))).toEqual({
    200: 1,
    409: CONCURRENT_CALLS - 1,
  });
});

test('AUTH-12 twenty concurrent accepts and declines make one decision', async () => {
  const user = await registerResearcher(app);
  await app.call(submitCompanyInformation, { as: user, body: companyBody(user.userId) });
  const token = await decisionToken(app, user.userId);
  const params = { userId: user.userId };
  const decide = (index: number) =>
    app.call(decideCompany, { params, body: { token, decision: index % 2 === 0 ? 'ACCEPT' : 'DECLINE' } });
  expect(await statuses(decide)).toEqual({ 200: 1, 409: CONCURRENT_CALLS - 1 });
});

test('AUTH-12 two emails about one company, followed at once, make one decision', async () => {
  const user = await registerResearcher(app);
  await app.call(submitCompanyInformation, { as: user, body: companyBody(user.userId) });
  const params = { userId: user.userId };
  const tokens = [
    await decisionToken(app, user.userId),
    await emailSecret(app, user.userId, 'DECIDE_COMPANY'),
  ];
  const answers = await Promise.all(
    tokens.map((token, index) =>
      app.call(decideCompany, { params, body: { token, decision: index === 0 ? 'ACCEPT' : 'DECLINE' } }),
    ),
  );
  expect(new Set(answers.map(({ status }) => status))).toEqual(new Set([200, 409]));
});

test('an invalid link with the id of a locked person does not wait for the lock', async () => {
  const { userId } = await registerResearcher(app);
  await app.engine.owner.transaction().execute(async (trx) => {
    await sql`select from identity.people where user_id = ${userId} for update`.execute(trx);
    const answer = app.call(decideCompany, {
      params: { userId },
      body: { token: 'made-up', decision: 'ACCEPT' },
    });
    await expect(answer).resolves.toMatchObject({ json: { code: 'TOKEN_NOT_VALID' } });
  });
});

test('AUTH-7 of ten reset links of one person, followed at once, one sets a password', async () => {
  const { userId } = await registerParticipant(app);
  const tokens = await Promise.all(
    Array.from({ length: 10 }, () => emailSecret(app, userId, 'RESET_PASSWORD')),
  );
  const answers = await Promise.all(
    tokens.map((token, index) => setPassword(app, { userId }, token, `market day phrase ${index}`)),
  );
  const byStatus = Map.groupBy(answers, ({ status }) => status);
  expect([byStatus.get(200)?.length, byStatus.get(400)?.length]).toEqual([1, 9]);
});

test('AZ-10 twenty concurrent company submissions and twenty set-ups store one of each', async () => {
  const researcher = await registerResearcher(app);
  const company = () =>
    app.call(submitCompanyInformation, { as: researcher, body: companyBody(researcher.userId) });
  expect(await statuses(company)).toEqual({ 200: 1, 409: CONCURRENT_CALLS - 1 });
  const participant = await registerParticipant(app);
  const profile = () =>
    app.call(submitUserInformation, { as: participant, body: profileBody(participant.userId) });
  expect(await statuses(profile)).toEqual({ 200: 1, 409: CONCURRENT_CALLS - 1 });
});

test('AUTH-5 twenty concurrent registrations of one address create one account, without a failure', async () => {
  const body = registration('same@example.test');
  expect(await statuses(() => app.call(registerPerson, { body }))).toEqual({ 201: CONCURRENT_CALLS });
});

test('SES-3 twenty concurrent refreshes with one cookie keep the session alive', async () => {
  const user = await registerParticipant(app);
  const entered = await tryLogIn(app, user.email);
  const cookie = firstCookie(entered);
  expect(await statuses(() => app.call(refreshSession, { headers: { cookie } }))).toEqual({
    200: CONCURRENT_CALLS,
  });
});
