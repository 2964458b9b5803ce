/**
 * How much each heavy suite does: a short form, or with FULL=1 its full form. All of them by `npm run test:full`, one by
 * its file. CONTRIBUTING.md says after which change. A tier (tiers.ts) says which files run, a size how long each takes.
 */
export const IS_FULL = process.env['FULL'] === '1';

function chooseSize(short: number, full: number): number {
  return IS_FULL ? full : short;
}

/** Every test over HTTP on the embedded engine too, and not those of `@module-tag both-engines` alone. */
export const IS_WHOLE_ON_BOTH = IS_FULL;
/** Kills of a writing process, per database, and of one that turns the clock of meetings. */
export const KILLS = chooseSize(0, 100);
/** Crashes and lost connections of the database under load, of each kind. */
export const DATABASE_FAULTS = chooseSize(0, 20);
/** So many times longer than in production a connection or a statement may take, where other tests have the processor. */
export const TIMEOUT_FACTOR = 10;
/** How many callers ask at once in a race, and how often it is run. */
export const CALLERS = 50;
export const RACE_ROUNDS = chooseSize(1, 200);
/** Whether callers met at all is chance: a test asks for it where there are rounds enough to rely on. */
export const IS_LONG_RACE = IS_FULL;
/** Texts that wait while their gateway is away, and for how long at least. */
export const STORM_OF_TEXTS = chooseSize(200, 100_000);
export const GATEWAY_AWAY_MS = chooseSize(0, 1_800_000);
/** Malformed requests to all calls together. */
export const MALFORMED_REQUESTS = chooseSize(250, 100_000);
/**
 * Broken credentials, privileges and other callers' ids are dealt out into this many shares. Each call gets one, so
 * there are no more shares than kinds: the fewest are the 13 privileges.
 */
const SHARES = chooseSize(12, 1);
export const isOfShare = (at: number, place: number) => at % SHARES === place % SHARES;
/** Calls that are timed on each side of a comparison; 0 leaves the comparison out, which a busy machine can disturb. */
export const TIMED_CALLS = chooseSize(0, 200);
/**
 * Numbers that a guesser of codes tries ten times each. They have to end well within the hour of the limit, which all but the first
 * guesses meet: 100,000 would not.
 */
export const CODE_NUMBERS = chooseSize(20, 8000);
/** Studies that migrations find when they run under load. */
export const MIGRATED_STUDIES = chooseSize(1000, 100_000);
/** The PostgreSQL of npm is fetched and started also where the machine has one. */
export const IS_POSTGRES_FETCHED = IS_FULL;
/** Barriers of every state of a screen at both widths, light and dark, with large letters too; else of the main ones on a phone. */
export const ARE_LOOKS_ALL = IS_FULL;
/** Of tests that walk the same way by a phone and at a desk. */
export const WIDTHS: readonly (360 | 1280)[] = ARE_LOOKS_ALL ? [360, 1280] : [360];
/** Random sequences of what can be done with a booking. */
export const BOOKING_SEQUENCES = chooseSize(5, 3000);
/** Random sequences of decisions and marks, after each of which five screens are compared. */
export const AGREEMENT_SEQUENCES = chooseSize(10, 300);
/** Random sequences of what happens to a study's money. */
export const MONEY_SEQUENCES = chooseSize(5, 3000);
/** Random sequences of what a phone dials, at each gateway. */
export const USSD_SEQUENCES = chooseSize(5, 1000);
/** Random sequences of news, choices, hours and faults of its ways. */
export const DELIVERY_SEQUENCES = chooseSize(200, 5000);
/** On its one connection nothing meets, so that more sequences show no more of PGlite. */
export const sequencesOn = (engine: string, sequences: number) =>
  engine === 'pglite' ? Math.min(sequences, 300) : sequences;
/** Payments through the simulators while everything goes wrong. */
export const STORM_PAYMENTS = chooseSize(30, 20_000);
/** Kills of a process at each point of a payment. */
export const PAYOUT_KILLS = chooseSize(1, 100);
/** The seed of these storms: it decides which fault comes where. */
export const STORM_SEED = '1';

/** Files that are not run at all where their size is 0. */
export const NOT_RUN: readonly string[] = [
  {
    size: KILLS,
    files: [
      'test/suites/process/kill.process.test.ts',
      'services/project/src/bookings/scheduled-jobs.postgres.slow.test.ts',
    ],
  },
  {
    size: DATABASE_FAULTS,
    files: ['crashes', 'disconnects'].map((fault) => `test/suites/process/database-${fault}.process.test.ts`),
  },
  // That a backup of it is restored is shown in the short form too (test/suites/backup.test.ts).
  { size: Number(IS_FULL), files: ['test/suites/backup-embedded.slow.test.ts'] },
  // The main way of it is walked in Chromium (e2e/payouts.walk.e2e.ts).
  { size: Number(IS_FULL), files: ['test/suites/process/demo-money.process.test.ts'] },
].flatMap(({ size, files }) => (size === 0 ? files : []));
