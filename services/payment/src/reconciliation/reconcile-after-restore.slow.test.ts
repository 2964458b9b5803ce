// Slow: it backs up and restores two embedded databases.
import { inventStranger } from '@app/simulators/world.ts';
import { sql } from 'kysely';
import { expect, test } from 'vitest';
import { walletAccount } from '@app/simulators/wallets.ts';
import { openPglite } from '@app/kit/pglite-engine.ts';
import { migrateAll } from '@app/kit/process.ts';
import { createLog } from '@app/kit/log.ts';
import type { Engine } from '@app/kit/database.ts';
import { makeStudy } from '@app/test/support/storm-study.ts';
import { assignedPhoneNumber } from '@app/test/support/payment-deps.ts';
import { startSimulated } from '@app/test/support/simulated.ts';
import { testSecrets } from '@app/test/support/secrets.ts';
import { assertConsistentLedger, paymentDb } from '#test/money.ts';
import { readPaymentConfig } from '../config.ts';
import type { Deps } from '../deps.ts';
import { advancePayout } from '../payouts/sending/advance-payout.ts';
import { isPaused } from '../payouts/sending/pauses.ts';
import { requestPayout } from '../payouts/request-payout.ts';
import { codeForTest } from '@app/test/support/payouts.ts';
import { openProviders } from '../providers/open-providers.ts';
import { deriveReference } from '../provider.ts';
import { paymentService } from '../service.ts';
import {
  recordCleanShutdown,
  pausePaymentsIfDataLost,
  reconcileAndEndPauses,
} from './reconcile-after-restore.ts';

const PAYMENTS = 12;

test('B9-7 a backup that was restored during sending pays no one twice', async () => {
  const simulated = await startSimulated();
  const config = readPaymentConfig({
    ...(await testSecrets()),
    ...simulated.settings,
    BONUS_UNDO_SECONDS: 0,
  });
  const openingDeps = (engine: Engine) =>
    ({
      db: paymentDb({ engine }),
      log: createLog('silent'),
      config,
      providers: openProviders(config),
      jobs: { send: async () => {} },
      callIdentity: async (_: unknown, { params }: { params: { userId: string } }) => ({
        network: 'MTN',
        phoneNumber: assignedPhoneNumber(params.userId),
        // The name that the network has.
        accountName: inventStranger(assignedPhoneNumber(params.userId))?.name ?? '',
        changedAt: null,
      }),
    }) as unknown as Deps;
  const first = await openPglite();
  await migrateAll(first, [paymentService]);
  const studyId = crypto.randomUUID();
  await makeStudy({ engine: first }, studyId);
  const applications = Array.from({ length: PAYMENTS }, () => crypto.randomUUID());
  const ids = applications.map((id) => deriveReference(id, 0));
  const before = openingDeps(first);
  await pausePaymentsIfDataLost(before, first);
  for (const applicationId of applications) {
    const request = {
      applicationId,
      studyId,
      participantId: applicationId,
      participantCode: codeForTest(applicationId),
      kind: 'INCENTIVE' as const,
      version: 1,
      amountInPesewas: 5000,
    };
    await requestPayout(before, request, (code) => {
      throw new Error(code);
    });
  }
  const advance = async (deps: Deps, engine: Engine, some: readonly string[]) => {
    await sql`update payment.payouts set next_at = now(), leased_until = null where next_at is not null`.execute(
      engine.owner,
    );
    for (const payoutId of some) await advancePayout(deps, { payoutId });
  };
  const states = async (deps: Deps) => {
    const rows = await deps.db.selectFrom('payment.payouts').select('state').distinct().execute();
    return rows.map(({ state }) => state);
  };
  const arrive = async (deps: Deps, engine: Engine) => {
    const advanced = async () => {
      await advance(deps, engine, ids);
      return states(deps);
    };
    await expect.poll(advanced).toEqual(['SUCCEEDED']);
  };
  const orders = () => simulated.alone.world.calls.filter(({ path }) => path.endsWith('/transfer')).length;

  await advance(before, first, ids.slice(0, 6));
  // A busy provider did not accept one order, which is sent after the backup.
  await sql`update payment.attempts set state = 'UNKNOWN', is_unsent = true where payout_id = ${ids[0]}`.execute(
    first.owner,
  );
  const backup = await first.pglite.dumpDataDir('none');
  await arrive(before, first);
  const sentBefore = orders();
  await first.close();

  const restored = await openPglite({ template: backup });
  const after = openingDeps(restored);
  await pausePaymentsIfDataLost(after, restored);
  expect([await isPaused(after.db, 'mtn'), await isPaused(after.db, 'paystack')]).toEqual([true, true]);
  // An order marked as unsent may have been sent since the backup, so it is polled first.
  const unsent = after.db.selectFrom('payment.attempts').select('payout_id').where('is_unsent', '=', true);
  expect(await unsent.execute()).toEqual([]);
  await advance(after, restored, [...ids.slice(6), ids[0]!]);
  expect([orders(), await states(after)]).toEqual([sentBefore, expect.arrayContaining(['HELD'])]);
  await reconcileAndEndPauses(after);
  expect(await isPaused(after.db, 'mtn')).toBe(false);
  await sql`update payment.opened set data_lost_at = now() - interval '11 minutes'`.execute(restored.owner);
  await arrive(after, restored);
  for (const id of ids)
    expect(simulated.alone.world.book.credits(deriveReference(id, 1))).toMatchObject([
      { amountInPesewas: 5000 },
    ]);
  const wallets = applications.map((id) =>
    simulated.alone.world.book.balanceOf(walletAccount(assignedPhoneNumber(id))),
  );
  expect(wallets).toEqual(applications.map(() => 5000));
  await assertConsistentLedger({ engine: restored });

  // After an orderly shutdown it has lost nothing.
  await recordCleanShutdown(after);
  await pausePaymentsIfDataLost(after, restored);
  expect(await isPaused(after.db, 'mtn')).toBe(false);
  // On a server, another database or timeline means a backup; an operator decides about an old one.
  await pausePaymentsIfDataLost(after, { kind: 'postgres' });
  expect(await isPaused(after.db, 'mtn')).toBe(false);
  await after.db.updateTable('payment.opened').set({ database: 'another' }).execute();
  await pausePaymentsIfDataLost(after, { kind: 'postgres' });
  expect(await isPaused(after.db, 'mtn')).toBe(true);

  // If this cannot be recorded, the shutdown still continues.
  await sql`alter table payment.opened rename to opened_gone`.execute(restored.owner);
  await recordCleanShutdown(after);
  await restored.close();
  await simulated.stop();
});
