import { afterEach, beforeEach, expect, inject, test } from 'vitest';
import { type Fault, FAULTS } from '@app/simulators/faults.ts';
import { type TestApp, startTestApp } from '@app/test/support/app.ts';
import { listenForOrigin } from '@app/test/support/event-stream.ts';
import { type Meeting, type Stage, STAGES, storm } from '@app/test/support/payout-storm.ts';
import { startSimulated } from '@app/test/support/simulated.ts';
import { expectConsistentStorm, printStormReport } from '@app/test/support/storm-report.ts';
import { IS_FULL, STORM_PAYMENTS, STORM_SEED } from '@app/test/support/sizes.ts';
import { secondsToMidnight } from './daily-limits.ts';

let app: TestApp;
/** Opens a separate database that the providers send their callbacks to. */
async function open(): Promise<void> {
  const { settings, stop } = await startSimulated();
  await stop();
  app = await startTestApp(settings, undefined, { withWorkers: false });
  await listenForOrigin(app.process.app);
}
beforeEach(open);
afterEach(() => app.close());

const names = Object.keys(FAULTS) as Fault[];
const families = [...new Set(Object.values(FAULTS))];
/** The limit for one database; more payments use several databases. */
const PAYMENTS_PER_DATABASE = 1000;
/**
 * On one connection nothing is concurrent and a payment takes three times as long, so more than the short
 * form shows nothing new.
 */
const PAYMENTS = inject('engine') === 'pglite' ? Math.min(STORM_PAYMENTS, 2000) : STORM_PAYMENTS;

/** These families of faults cut or corrupt any call. */
const OF_THE_WIRE: ReadonlySet<number> = new Set([1, 2, 3, 4, 5, 10, 16]);
test('B8 B9-1 each fault at each stage: every payment is made at most once', async () => {
  const each: Omit<Meeting, 'fault'>[] = [
    { on: 'look-up' },
    { on: 'send' },
    { on: 'status' },
    { on: 'status', afterLost: true },
    { on: 'status', afterDeath: true },
  ];
  // The two providers take turns; in the full form each fault meets both.
  const meetings = names.flatMap((fault) =>
    each.flatMap((one) => (IS_FULL ? [one, one] : [one]).map((meeting): Meeting => ({ fault, ...meeting }))),
  );
  const report = await storm(app, {
    seed: `each fault ${STORM_SEED}`,
    payments: meetings.length,
    meetings,
    rounds: 24,
  });
  printStormReport(`each fault, seed ${STORM_SEED}`, report);
  expectConsistentStorm(report);
  const isMet = (family: number, stage: Stage) => report.met.has(`${family} ${stage}`);
  for (const family of families) {
    expect([family, STAGES.some((stage) => isMet(family, stage))]).toEqual([family, true]);
    if (!OF_THE_WIRE.has(family)) continue;
    expect([family, isMet(family, 'CREATED'), isMet(family, 'SENDING')]).toEqual([family, true, true]);
    expect([family, isMet(family, 'PENDING') || isMet(family, 'UNKNOWN')]).toEqual([family, true]);
  }
});

test('B9-1 to B9-7 B9-9 random faults, deaths and clock jumps: every payment is made at most once', async () => {
  for (let made = 0; made < PAYMENTS; made += PAYMENTS_PER_DATABASE) {
    const seed = `${STORM_SEED} ${made}`;
    const probabilities = Object.fromEntries(names.map((fault) => [fault, 0.02]));
    const payments = Math.min(PAYMENTS_PER_DATABASE, PAYMENTS - made);
    // Often enough that even the few steps of the short form meet some.
    const deaths = IS_FULL ? 0.02 : 0.05;
    const report = await storm(app, { seed, payments, deaths, probabilities });
    printStormReport(`random, seed ${seed}`, report);
    expectConsistentStorm(report);
    expect(report.deaths).toBeGreaterThan(0);
    // The days were too short for all payments, so the limits held some; near the start or end of a day, a
    // clock jump may lead into another.
    const hoursLeft = secondsToMidnight() / 3600;
    if (payments > 10 && hoursLeft > 1 && hoursLeft < 23) expect(report.held).toBeGreaterThan(0);
    if (made + PAYMENTS_PER_DATABASE >= PAYMENTS) break;
    await app.close();
    await open();
  }
});

test('screen-outs, and payments after appeals, are made at most once too', async () => {
  const seed = `online ${STORM_SEED}`;
  const probabilities = Object.fromEntries(names.map((fault) => [fault, 0.02]));
  const payments = Math.min(PAYMENTS, PAYMENTS_PER_DATABASE);
  const report = await storm(app, { seed, payments, deaths: 0.02, probabilities, isOnline: true });
  printStormReport(`online, seed ${seed}`, report);
  expectConsistentStorm(report);
  expect(report.payouts).toHaveLength(payments);
  expect(report.payouts.filter(({ pesewas }) => pesewas === 500).length).toBeGreaterThanOrEqual(payments / 3);
});
