import { expect, test } from 'vitest';
import { changeEmail } from '@app/contracts/identity/email-change.ts';
import * as own from '@app/contracts/identity/account-settings.ts';
import { useApp } from '@app/test/support/app.ts';
import { PASSWORD, emailChangeSecret, registerVerified } from '@app/test/support/people.ts';
import { tryLogIn } from '#test/accounts.ts';

const app = useApp();

const CONCURRENT_CALLS = 20;
const together = <T>(call: (index: number) => Promise<T>) =>
  Promise.all(Array.from({ length: CONCURRENT_CALLS }, (_, index) => call(index)));

test('AUTH-9 of twenty concurrent changes of one password, one succeeds, and the others are refused', async () => {
  const user = await registerVerified(app, 'RESEARCHER');
  const phrase = (index: number) => `kente weaving number ${index}`;
  const answers = await together((index) =>
    app.call(own.changeOwnPassword, {
      as: user,
      body: { currentPassword: PASSWORD, password: phrase(index) },
    }),
  );
  const made = answers.flatMap(({ status }, index) => (status === 200 ? [index] : []));
  expect(made).toHaveLength(1);
  expect(answers.filter(({ status }) => ![200, 400, 401].includes(status))).toEqual([]);
  const password = phrase(made[0] ?? -1);
  expect((await tryLogIn(app, user.email, password)).status).toBe(200);
});

test('SES-9 of twenty concurrent requests to end one session, one succeeds', async () => {
  const user = await registerVerified(app, 'RESEARCHER');
  await tryLogIn(app, user.email);
  const sessions = (await app.call(own.listOwnSessions, { as: user })).content;
  const sessionId = sessions.find(({ isCurrent }) => !isCurrent)?.sessionId ?? '';
  const answers = await together(() => app.call(own.endOwnSession, { as: user, params: { sessionId } }));
  const count = (status: number) => answers.filter((answer) => answer.status === status).length;
  expect([count(204), count(404)]).toEqual([1, CONCURRENT_CALLS - 1]);
});

test('SES-9 concurrent log-ins and ends of all other sessions do not fail, and leave only the new log-ins', async () => {
  const user = await registerVerified(app, 'RESEARCHER');
  const answers = await together<{ status: number }>((index) =>
    index % 2 === 0 ? tryLogIn(app, user.email) : app.call(own.endOtherSessions, { as: user }),
  );
  expect(answers.map(({ status }) => status)).toEqual(Array(CONCURRENT_CALLS).fill(200));
  await app.call(own.endOtherSessions, { as: user });
  expect((await app.call(own.listOwnSessions, { as: user })).content).toMatchObject([{ isCurrent: true }]);
});

test('AUTH-9 of six people who change to one email address at once, one gets it', async () => {
  const email = 'wanted-by-all@example.test';
  const people = await Promise.all(Array.from({ length: 6 }, () => registerVerified(app, 'PARTICIPANT')));
  const tokens = await Promise.all(people.map((person) => emailChangeSecret(app, person, email)));
  const answers = await Promise.all(
    people.map((as, index) => app.call(changeEmail, { as, body: { token: tokens[index]! } })),
  );
  const codes = answers.map(({ status, json }) => `${status} ${json['code'] as string}`).toSorted();
  expect(codes).toEqual(['200 undefined', ...Array(5).fill('409 EMAIL_IN_USE')]);
  const winner = answers.findIndex(({ status }) => status === 200);
  expect((await tryLogIn(app, email)).content.userId).toBe(people[winner]!.userId);
  const loser = people.find((_, index) => index !== winner);
  expect((await tryLogIn(app, loser!.email, PASSWORD)).status).toBe(200);
});

test('AUTH-9 of twenty concurrent uses of one link, one succeeds; two people who swap addresses both keep theirs', async () => {
  const user = await registerVerified(app, 'PARTICIPANT');
  const token = await emailChangeSecret(app, user, 'followed-often@example.test');
  const answers = await together(() => app.call(changeEmail, { as: user, body: { token } }));
  expect(answers.filter(({ status }) => status === 200)).toHaveLength(1);
  expect(answers.filter(({ status }) => ![200, 400, 401].includes(status))).toEqual([]);

  const pair = await Promise.all([0, 1].map(() => registerVerified(app, 'PARTICIPANT')));
  const links = await Promise.all(
    pair.map((one, index) => emailChangeSecret(app, one, pair[1 - index]!.email)),
  );
  const swapped = await Promise.all(
    pair.map((as, index) => app.call(changeEmail, { as, body: { token: links[index]! } })),
  );
  expect(swapped.map(({ json }) => json['code'])).toEqual(['EMAIL_IN_USE', 'EMAIL_IN_USE']);
});
