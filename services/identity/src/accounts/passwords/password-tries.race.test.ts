import { beforeAll, expect, test } from 'vitest';
import { logIn } from '@app/contracts/identity/sessions.ts';
import { type TestApp, useApp } from '@app/test/support/app.ts';
import { PASSWORD, registerVerified } from '@app/test/support/people.ts';

const TRIES = 200;
/** The wait after these tries is longer than any test run. */
const FREE_TRIES = 4;
const settings = {
  FREE_PASSWORD_TRIES: FREE_TRIES,
  MOST_PASSWORD_TRIES: 100,
  FIRST_PASSWORD_WAIT_SECONDS: 3600,
  LONGEST_PASSWORD_WAIT_SECONDS: 3600,
};
const app = useApp(settings);
let callSecondNode: TestApp['call'];
beforeAll(async () => {
  callSecondNode = await app.startNode();
});

test.each(['known', 'unknown'])(
  'ABU-2 of 200 concurrent wrong passwords on two nodes, five are checked: an %s address',
  async (kind) => {
    const user = await registerVerified(app, 'RESEARCHER');
    const email = kind === 'known' ? user.email : 'nobody@example.test';
    const callNode = (index: number) => (index % 2 === 0 ? app.call : callSecondNode);
    const answers = await Promise.all(
      Array.from({ length: TRIES }, (_, index) =>
        callNode(index)(logIn, { body: { email, password: `wrong ${index}` } }),
      ),
    );
    const checked = answers.filter(({ status }) => status === 401).length;
    const refused = answers.filter(({ status }) => status === 429).length;
    expect([checked, refused]).toEqual([FREE_TRIES + 1, TRIES - FREE_TRIES - 1]);

    const other = await registerVerified(app, 'RESEARCHER');
    const unaffected = await callSecondNode(logIn, { body: { email: other.email, password: PASSWORD } });
    expect(unaffected.status).toBe(200);
  },
);
