// Slow, since it starts processes and kills them.
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { join } from 'node:path';
import { sql } from 'kysely';
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest';
import type { SignedInUser } from '@app/contracts/identity/person.ts';
import { createManualClock } from '@app/simulators/clock.ts';
import { type TestApp, startTestApp } from '@app/test/support/app.ts';
import {
  type PayerDeathPoint,
  type DyingPayerTask,
  PAYER_DEATH_POINTS,
  readPaidAccount,
} from '@app/test/support/dying-payer.ts';
import { paymentDeps } from '@app/test/support/payment-deps.ts';
import { makeUnsentPayout } from '@app/test/support/payouts.ts';
import { registerResearcher } from '@app/test/support/people.ts';
import { type Simulated, startSimulated } from '@app/test/support/simulated.ts';
import { PAYOUT_KILLS } from '@app/test/support/sizes.ts';
import { assertConsistentLedger, paymentDb } from '#test/money.ts';
import type { Deps } from '../../deps.ts';
import { openProviders } from '../../providers/open-providers.ts';
import { deriveReference } from '../../provider.ts';
import { advancePayout } from './advance-payout.ts';

/** This clock stands still, so no answer arrives before its process is killed. */
const clock = createManualClock(Date.now());
let app: TestApp;
let simulated: Simulated;
let researcher: SignedInUser;
let deps: Deps;
const participant = { userId: crypto.randomUUID() };
beforeAll(async () => {
  simulated = await startSimulated({ clock });
  app = await startTestApp({ ...simulated.settings, BONUS_UNDO_SECONDS: 0 }, undefined, {
    withWorkers: false,
  });
  const fake = paymentDeps(
    app,
    undefined as never,
    { callIdentity: readPaidAccount } as unknown as Partial<Deps>,
  );
  deps = { ...fake, providers: openProviders(fake.config) };
});
// A token is valid for an hour and many kills take longer, so each test registers its own researcher.
beforeEach(async () => {
  researcher = await registerResearcher(app, { verified: true });
});
afterAll(async () => {
  await app.close();
  await simulated.stop();
});

const PROGRAM = join(import.meta.dirname, '../../../../../test/support/dying-payer.ts');

/** Runs a worker until it is killed at the point: by itself, or by us while it waits for an answer. */
async function die(point: PayerDeathPoint, payoutId: string, callbackId?: string): Promise<void> {
  const task: DyingPayerTask = {
    point,
    url: app.databaseUrl ?? '',
    settings: { ...app.settings },
    payoutId,
    ...(callbackId !== undefined && { callbackId }),
  };
  const child = spawn(process.execPath, [PROGRAM, JSON.stringify(task)], {
    stdio: ['ignore', 'ignore', 'pipe'],
  });
  let output = '';
  child.stderr.on('data', (chunk: Buffer) => (output += chunk.toString()));
  const ended = once(child, 'exit');
  if (point === 'while the answer is awaited') {
    await expect.poll(() => callsFor(payoutId)).toBe(1);
    child.kill('SIGKILL');
  }
  const [code, signal] = (await ended) as [number | null, string | null];
  expect([point, code, signal, output]).toEqual([point, null, 'SIGKILL', '']);
}

const callsFor = (payoutId: string) =>
  simulated.alone.world.calls.filter(
    ({ method, reference }) => method === 'POST' && reference === deriveReference(payoutId, 1),
  ).length;

/** Processes the payout as if it were due. */
async function advance(payoutId: string): Promise<string> {
  await clock.advance(60_000);
  await sql`update payment.payouts set next_at = now(), leased_until = null where payout_id = ${payoutId} and next_at is not null`.execute(
    app.engine.owner,
  );
  await sql`update payment.attempts set sent_at = sent_at - interval '4 minutes', last_sent_at = last_sent_at - interval '4 minutes', created_at = created_at - interval '4 minutes' where payout_id = ${payoutId}`.execute(
    app.engine.owner,
  );
  await advancePayout(deps, { payoutId });
  const { state } = await paymentDb(app)
    .selectFrom('payment.payouts')
    .select('state')
    .where('payout_id', '=', payoutId)
    .executeTakeFirstOrThrow();
  return state;
}

async function makeCallback(payoutId: string): Promise<string> {
  const callbackId = crypto.randomUUID();
  const reference = deriveReference(payoutId, 1);
  await paymentDb(app)
    .insertInto('payment.callbacks')
    .values({
      callback_id: callbackId,
      provider: 'mtn',
      fingerprint: Buffer.from(callbackId),
      body: Buffer.from('{}'),
      state: 'NEW',
      reference,
    })
    .execute();
  return callbackId;
}

const IS_SENT_BEFORE: ReadonlySet<PayerDeathPoint> = new Set([
  'after a question, before its commit',
  'while a callback is read',
]);

test.each(PAYER_DEATH_POINTS)('B9-7 a process that is killed %s still pays exactly once', async (point) => {
  for (let kill = 0; kill < PAYOUT_KILLS; kill += 1) {
    const { payoutId } = await makeUnsentPayout(app, { researcher, participant });
    const reference = deriveReference(payoutId, 1);
    if (point === 'while the answer is awaited')
      simulated.alone.world.faults.force({ of: reference, faults: ['delay'], on: 'send' });
    if (IS_SENT_BEFORE.has(point)) {
      expect(await advance(payoutId)).toBe('PENDING');
      await sql`update payment.payouts set next_at = now() where payout_id = ${payoutId}`.execute(
        app.engine.owner,
      );
    }
    await die(
      point,
      payoutId,
      point === 'while a callback is read' ? await makeCallback(payoutId) : undefined,
    );
    await assertConsistentLedger(app);
    await expect.poll(() => advance(payoutId)).toBe('SUCCEEDED');
    expect(simulated.alone.world.book.credits(reference)).toMatchObject([{ amountInPesewas: 5000 }]);
    expect(simulated.alone.world.book.credits(deriveReference(payoutId, 2))).toEqual([]);
    await assertConsistentLedger(app);
  }
});
