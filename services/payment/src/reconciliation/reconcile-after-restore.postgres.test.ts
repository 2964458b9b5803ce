import { sql } from 'kysely';
import { expect, onTestFinished, test } from 'vitest';
import { createLog } from '@app/kit/log.ts';
import { startTestApp } from '@app/test/support/app.ts';
import { paymentDb } from '#test/money.ts';
import { createOpeningCheck } from './reconcile-after-restore.ts';

test('B9-7 a node that switches to another database and back detects a possible loss both times', async () => {
  const apps = [await startTestApp(), await startTestApp()];
  onTestFinished(async () => void (await Promise.all(apps.map((app) => app.close()))));
  const look = createOpeningCheck();
  const hasForgotten = async (at: number) => {
    const app = apps[at]!;
    const jobs = { send: async () => {} } as never;
    await sql`update payment.opened set data_lost_at = null`.execute(app.engine.owner);
    await look({ db: paymentDb(app), log: createLog('silent'), jobs });
    const { rows } = await sql<{ isIt: boolean }>`
      select data_lost_at is not null as "isIt" from payment.opened`.execute(app.engine.owner);
    return rows[0]?.isIt;
  };
  expect([await hasForgotten(0), await hasForgotten(0)]).toEqual([false, false]);
  expect([await hasForgotten(1), await hasForgotten(1)]).toEqual([true, false]);
  expect([await hasForgotten(0), await hasForgotten(0)]).toEqual([true, false]);

  // A standby is refused, and nothing is recorded.
  const { owner } = apps[0]!.engine;
  await sql`create schema standby`.execute(owner);
  await sql`grant usage on schema standby to public`.execute(owner);
  await sql`create function standby.pg_is_in_recovery() returns boolean language sql as 'select true'`.execute(
    owner,
  );
  const asStandby = paymentDb(apps[0]!)
    .transaction()
    .execute(async (trx) => {
      await sql`set local search_path = standby, pg_catalog`.execute(trx);
      await look({ db: trx, log: createLog('silent'), jobs: { send: async () => {} } as never });
    });
  await expect(asStandby).rejects.toMatchObject({ code: 'UNAVAILABLE' });
  await sql`drop schema standby cascade`.execute(owner);

  // Connections that open concurrently record it once, and none is used before.
  let sentJobs = 0;
  const jobs = { send: async () => void (sentJobs += 1) } as never;
  const db = paymentDb(apps[1]!);
  const isRecorded = async () => {
    await look({ db, log: createLog('silent'), jobs });
    return sql<{ isIt: boolean }>`select data_lost_at is not null as "isIt" from payment.opened`.execute(db);
  };
  await sql`update payment.opened set data_lost_at = null`.execute(apps[1]!.engine.owner);
  await sql`insert into payment.transactions values (gen_random_uuid(), 'SENT', 'some order', now())`.execute(
    db,
  );
  const found = await Promise.all(Array.from({ length: 5 }, isRecorded));
  expect(found.map(({ rows }) => rows[0]?.isIt)).toEqual([true, true, true, true, true]);
  expect(sentJobs).toBe(1);
});
