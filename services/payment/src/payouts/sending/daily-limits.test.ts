import { sql } from 'kysely';
import { beforeEach, expect, test } from 'vitest';
import type { SignedInUser } from '@app/contracts/identity/person.ts';
import { createLog } from '@app/kit/log.ts';
import { useApp } from '@app/test/support/app.ts';
import { paymentDeps } from '@app/test/support/payment-deps.ts';
import { advancePayoutNow, makeUnsentPayout } from '@app/test/support/payouts.ts';
import { registerParticipant, registerResearcher } from '@app/test/support/people.ts';
import { type FakeProvider, createFakeProvider } from '#test/fake-provider.ts';
import type { PaymentConfig } from '../../config.ts';
import { secondsToMidnight } from './daily-limits.ts';

const INCENTIVE = 5000;
const app = useApp({}, undefined, { withWorkers: false });
let researcher: SignedInUser;
let participant: SignedInUser;
let provider: FakeProvider;
let lines: string[];
beforeEach(async () => {
  provider = createFakeProvider();
  lines = [];
  researcher = await registerResearcher(app, { verified: true });
  participant = await registerParticipant(app, { withProfile: true });
});

const run = (text: string) => sql.raw(text).execute(app.engine.owner);

/** Tries to send a payment under the given limits, and returns its state. */
async function trySending(payoutId: string, limits: Partial<PaymentConfig>) {
  const deps = paymentDeps(app, provider, { log: createLog('error', { write: (line) => lines.push(line) }) });
  await advancePayoutNow(app, { ...deps, config: { ...deps.config, ...limits } }, payoutId);
  const { rows } = await sql<{ state: string; why: string | null; seconds: number }>`
    select state, why, extract(epoch from next_at - now())::int as seconds from payment.payouts
    where payout_id = ${payoutId}`.execute(app.engine.owner);
  return rows[0];
}
const addPayout = async (given = participant, by = researcher) =>
  (await makeUnsentPayout(app, { researcher: by, participant: given })).payoutId;
const another = () => registerParticipant(app, { withProfile: true });

test('B11 a person has a daily number of payments; the next one waits for midnight, with its reason', async () => {
  const limits = { PAYOUTS_PER_PERSON_PER_DAY: 2 };
  expect(await trySending(await addPayout(), limits)).toMatchObject({ state: 'PENDING' });
  expect(await trySending(await addPayout(), limits)).toMatchObject({ state: 'PENDING' });
  const third = await addPayout();
  const most = secondsToMidnight();
  const held = await trySending(third, limits);
  const least = secondsToMidnight();
  expect(held).toMatchObject({ state: 'HELD', why: 'PERSON_LIMIT' });
  const seconds = held?.seconds ?? 0;
  // Each of the three values is rounded.
  expect([seconds <= most + 1, seconds >= 2 * least - most - 1]).toEqual([true, true]);
  expect(provider.sent).toHaveLength(2);
  expect(await trySending(await addPayout(await another()), limits)).toMatchObject({ state: 'PENDING' });
  await run(`update payment.attempts set created_at = created_at - interval '1 day'`);
  expect(await trySending(third, limits)).toMatchObject({ state: 'PENDING' });
});

test('B11 a person has a daily amount, and the first payment of a day is sent however large it is', async () => {
  const limits = { PESEWAS_PER_PERSON_PER_DAY: INCENTIVE - 1 };
  expect(await trySending(await addPayout(), limits)).toMatchObject({ state: 'PENDING' });
  expect(await trySending(await addPayout(), limits)).toMatchObject({ state: 'HELD', why: 'PERSON_LIMIT' });
});

test('B11 the studies of one researcher share a daily amount, and those of others are not affected', async () => {
  const limits = { PESEWAS_PER_RESEARCHER_PER_DAY: 2 * INCENTIVE };
  for (let payment = 0; payment < 2; payment += 1)
    expect(await trySending(await addPayout(await another()), limits)).toMatchObject({ state: 'PENDING' });
  expect(lines).toEqual([]);
  const held = await addPayout(await another());
  expect(await trySending(held, limits)).toMatchObject({ state: 'HELD', why: 'RESEARCHER_LIMIT' });
  expect(lines.map((line) => JSON.parse(line) as unknown)).toMatchObject([{ payout: held }]);
  const other = await registerResearcher(app, { verified: true });
  expect(await trySending(await addPayout(await another(), other), limits)).toMatchObject({
    state: 'PENDING',
  });
});

test('a refused payment counts towards no limit', async () => {
  const limits = { PAYOUTS_PER_PERSON_PER_DAY: 1 };
  provider.sends = { kind: 'refused', reason: 'PAYEE_LIMIT' };
  expect(await trySending(await addPayout(), limits)).toMatchObject({ state: 'ACTION_NEEDED' });
  provider.sends = { kind: 'accepted' };
  expect(await trySending(await addPayout(), limits)).toMatchObject({ state: 'PENDING' });
});
