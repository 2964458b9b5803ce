import { afterAll, beforeAll, expect, test } from 'vitest';
import * as own from '@app/contracts/identity/own-account.ts';
import { logIn } from '@app/contracts/identity/session.ts';
import type { TestApp } from '../../../../test/app.ts';
import { startTestApp } from '../../../../test/app.ts';
import { PASSWORD, registerVerified } from '../../../../test/people.ts';

let app: TestApp;
beforeAll(async () => {
  app = await startTestApp();
});
afterAll(() => app.close());

const AT_ONCE = 20;
const together = <T>(call: (index: number) => Promise<T>) =>
  Promise.all(Array.from({ length: AT_ONCE }, (_, index) => call(index)));

test('AUTH-9 twenty changes of one password at once: one is made, and the others are told', async () => {
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
  expect((await app.call(logIn, { body: { email: user.email, password } })).status).toBe(200);
});

test('SES-9 twenty ends of one session at once: one ends it', async () => {
  const user = await registerVerified(app, 'RESEARCHER');
  await app.call(logIn, { body: { email: user.email, password: PASSWORD } });
  const sessions = (await app.call(own.listOwnSessions, { as: user })).content;
  const sessionId = sessions.find(({ isCurrent }) => !isCurrent)?.sessionId ?? '';
  const answers = await together(() => app.call(own.endOwnSession, { as: user, params: { sessionId } }));
  const count = (status: number) => answers.filter((answer) => answer.status === status).length;
  expect([count(204), count(404)]).toEqual([1, AT_ONCE - 1]);
});

test('SES-9 log-ins and ends of all others at once: no failure, and no more than the log-ins are left', async () => {
  const user = await registerVerified(app, 'RESEARCHER');
  const answers = await together<{ status: number }>((index) =>
    index % 2 === 0
      ? app.call(logIn, { body: { email: user.email, password: PASSWORD } })
      : app.call(own.endOtherSessions, { as: user }),
  );
  expect(answers.map(({ status }) => status)).toEqual(Array(AT_ONCE).fill(200));
  await app.call(own.endOtherSessions, { as: user });
  expect((await app.call(own.listOwnSessions, { as: user })).content).toMatchObject([{ isCurrent: true }]);
});
