// @module-tag both-engines
import { sql } from 'kysely';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { moneyCommandWords as words } from '@app/words/payments.ts';
import type { SignedInUser } from '@app/contracts/identity/person.ts';
import type { TestApp } from '../../../../test/app.ts';
import { startTestApp } from '../../../../test/app.ts';
import { makeOwed, putInState } from '../../../../test/payouts.ts';
import { registerResearcher } from '../../../../test/people.ts';
import { paymentDb } from '../../test/money.ts';
import { isPaused } from '../payouts/pauses.ts';
import { runCommand } from './run-command.ts';

let app: TestApp;
let researcher: SignedInUser;
beforeAll(async () => {
  app = await startTestApp({}, undefined, { withWorkers: false });
  researcher = await registerResearcher(app, { verified: true });
});
afterAll(() => app.close());

const run = (...given: string[]) => runCommand(paymentDb(app), given);

test('an operator pauses and resumes a provider, which the audit keeps', async () => {
  expect(await run('pause', 'mtn')).toBe(words.paused('mtn'));
  expect(await isPaused(paymentDb(app), 'mtn')).toBe(true);
  expect(await run('review')).toContain('"why":"OPERATOR"');
  expect(await run('resume', 'mtn')).toBe(words.resumed('mtn'));
  expect(await isPaused(paymentDb(app), 'mtn')).toBe(false);
  const { rows } = await sql`select event, about from payment.audit where about = 'mtn' order by at`.execute(
    app.engine.owner,
  );
  expect(rows).toEqual([
    { event: 'PROVIDER_PAUSED', about: 'mtn' },
    { event: 'PROVIDER_RESUMED', about: 'mtn' },
  ]);
});

test('what waits for somebody is listed, without accounts; the trial balance has every account', async () => {
  const { payoutId, studyId } = await makeOwed(app, {
    researcher,
    participant: { userId: crypto.randomUUID() },
  });
  await putInState(app, payoutId, 'REVIEW');
  const listed = await run('review');
  expect(listed).toContain(payoutId);
  expect(listed).not.toContain('+233');
  expect(await run('balance')).toContain(`study:${studyId}:payable`);
});

test.each([[], ['something'], ['pause'], ['resume', 'nobody']])(
  'anything else says how: %j',
  async (...given) => {
    expect(await run(...given)).toBe(words.usage);
  },
);
