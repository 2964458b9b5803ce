// Slow, since hundreds of texts leave through a gateway that takes time for each.
import { setTimeout } from 'node:timers/promises';
import { sql } from 'kysely';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { transaction } from '@app/kit/database.ts';
import { type Jobs, openJobs } from '@app/kit/jobs.ts';
import { createLog } from '@app/kit/log.ts';
import { wakeWorkerSql } from '../../../../kit/test/start-job.ts';
import { type TestApp, startTestApp } from '@app/test/support/app.ts';
import { GATEWAY_AWAY_MS, IS_FULL, STORM_OF_TEXTS } from '@app/test/support/sizes.ts';
import { createFakeGateway, textDeps } from '@app/test/support/text-deps.ts';
import { SERVICE_ROLE } from '../open-db.ts';
import { TEXTS_AT_ONCE, deliverText } from './deliver-text.ts';
import { type TextJob, type TextKind, TEXTS, URGENT_TEXTS, queueText } from './queue-text.ts';

const URGENT_EACH = 10;
const LOST_EACH = 17;
const BATCH = 500;
/** With many texts, frequent counting would be the load. */
const COUNTED_EACH_MS = IS_FULL ? 5000 : 250;
const SLOW_MS = IS_FULL ? 50 : 2;
const LONGEST_MS = 3_600_000;

let app: TestApp;
let jobs: Jobs;
beforeAll(async () => {
  app = await startTestApp({}, undefined, { withWorkers: false });
  const { engine } = app;
  jobs = await openJobs(engine, {
    schema: 'identity',
    role: SERVICE_ROLE,
    queues: [TEXTS, URGENT_TEXTS],
    log: createLog('silent'),
  });
});
afterAll(async () => {
  await jobs.stop();
  await app.close();
});

const states = async () => {
  const { rows } = await sql<{ state: string; many: number }>`
    select state, count(*)::int as many from identity.texts group by state`.execute(app.engine.owner);
  return Object.fromEntries(rows.map(({ state, many }) => [state, many]));
};
/** Ends the pauses between tries; in the full form they pass in real time. */
async function skipPauses(): Promise<void> {
  if (IS_FULL) return;
  const { owner } = app.engine;
  for (const { name } of [TEXTS, URGENT_TEXTS]) {
    await sql`update identity_jobs.job set start_after = now() where name = ${name} and state = 'retry'`.execute(
      owner,
    );
    await sql.raw(wakeWorkerSql('identity', name)).execute(owner);
  }
}

test('after an outage and with a slow gateway nothing is lost or sent twice, and urgent texts go first', async () => {
  const gateway = createFakeGateway();
  const deps = { ...textDeps(app, gateway), jobs };
  const write: TextKind<{ to: string }>['write'] = async (_, { to }) => ({ to, text: 'Your time is 09:00.' });
  const notification: TextKind<{ to: string }> = { name: 'NOTIFICATION', write };
  const code: TextKind<{ to: string }> = { name: 'CODE', isUrgent: true, write };

  // The gateway is away: there is no connection.
  const awayAt = performance.now();
  gateway.says = { kind: 'not-sent' };
  let notificationsInProgress = 0;
  const handle = async (job: TextJob) => {
    const one = job.kind === notification.name ? 1 : 0;
    notificationsInProgress += one;
    await deliverText(deps, [notification, code], job).finally(() => (notificationsInProgress -= one));
  };
  for (const queue of [TEXTS, URGENT_TEXTS]) await jobs.work(queue, handle, { atOnce: TEXTS_AT_ONCE });
  const urgent = new Set<string>();
  for (let first = 0; first < STORM_OF_TEXTS; first += BATCH)
    await transaction(deps.db, async (trx) => {
      for (let at = first; at < Math.min(first + BATCH, STORM_OF_TEXTS); at += 1) {
        const to = `+23324${String(1_000_000 + at)}`;
        const isUrgent = at % URGENT_EACH === 0;
        if (isUrgent) urgent.add(to);
        await queueText(deps, trx, isUrgent ? code : notification, { userId: null, to });
      }
    });
  const isTried = (isUrgent: boolean) => gateway.sent.some(({ to }) => urgent.has(to) === isUrgent);
  await expect.poll(() => isTried(true) && isTried(false)).toBe(true);
  await setTimeout(Math.max(awayAt + GATEWAY_AWAY_MS - performance.now(), 0));
  expect(await states()).not.toHaveProperty('ACCEPTED');
  const back = { at: performance.now(), tried: gateway.sent.length };

  // The gateway is back, hangs on all notifications, and loses answers.
  const handed: string[] = [];
  const gate = Promise.withResolvers<void>();
  let isNotificationTried = false;
  gateway.send = async ({ to }) => {
    if (!urgent.has(to)) {
      isNotificationTried = true;
      await gate.promise;
    }
    handed.push(to);
    const isLost = handed.length % LOST_EACH === 0;
    await setTimeout(SLOW_MS);
    return isLost ? { kind: 'unknown' } : { kind: 'accepted', gatewayId: to };
  };
  await expect
    .poll(async () => {
      await skipPauses();
      return isNotificationTried && notificationsInProgress;
    })
    .toBe(TEXTS_AT_ONCE);
  // Requested after everything that waits.
  for (let at = 0; at < URGENT_EACH; at += 1) {
    const to = `+23320${String(1_000_000 + at)}`;
    urgent.add(to);
    await transaction(deps.db, (trx) => queueText(deps, trx, code, { userId: null, to }));
  }
  await expect
    .poll(
      async () => {
        await skipPauses();
        return handed.length;
      },
      { interval: COUNTED_EACH_MS, timeout: LONGEST_MS },
    )
    .toBe(urgent.size);
  expect(new Set(handed)).toEqual(urgent);

  const urgentSeconds = (performance.now() - back.at) / 1000;
  const beganAt = performance.now();
  gate.resolve();
  await expect
    .poll(
      async () => {
        await skipPauses();
        return Object.keys(await states()).toSorted();
      },
      { interval: COUNTED_EACH_MS, timeout: LONGEST_MS },
    )
    .toEqual(['ACCEPTED', 'UNKNOWN']);

  const all = STORM_OF_TEXTS + URGENT_EACH;
  if (IS_FULL) {
    const { rows } = await sql<{ kind: string; oldest: number }>`
      select kind, extract(epoch from max(ended_at - queued_at))::int as oldest from identity.texts
      group by kind order by kind`.execute(app.engine.owner);
    const perSecond = (many: number, seconds: number) => (many / seconds).toFixed(0);
    console.log(
      `${back.tried} requests in ${GATEWAY_AWAY_MS / 60_000} minutes away, then`,
      `${perSecond(urgent.size, urgentSeconds)} urgent texts a second and`,
      `${perSecond(all - urgent.size, (performance.now() - beganAt) / 1000)} of notifications; the oldest waited`,
      rows.map(({ kind, oldest }) => `${kind} ${oldest} s`).join(', '),
    );
  }
  expect(handed).toHaveLength(all);
  expect(new Set(handed).size).toBe(all);
  expect((await states())['UNKNOWN']).toBe(Math.floor(all / LOST_EACH));
});
