/**
 * The size of each heavy suite: a short form, or with FULL=1 its full form. CONTRIBUTING.md says when to run
 * it. A tier (tiers.ts) says which files run, a size how long each takes.
 */
export const IS_FULL = process.env['FULL'] === '1';

function chooseSize(short: number, full: number): number {
  return IS_FULL ? full : short;
}

/** Runs every test over HTTP on the embedded engine too, not only those with `@module-tag both-engines`. */
export const IS_WHOLE_ON_BOTH = IS_FULL;
/** Kills of a writing process, per database, and of one that runs scheduled meeting jobs. */
export const KILLS = chooseSize(0, 100);
/** Crashes and lost connections of the database under load, of each kind. */
export const DATABASE_FAULTS = chooseSize(0, 20);
/**
 * Time-outs of connections and statements are longer than in production by this factor, because tests run in
 * parallel.
 */
export const TIMEOUT_FACTOR = 10;
/** The number of concurrent callers in a race, and of its rounds. */
export const CALLERS = 50;
export const RACE_ROUNDS = chooseSize(1, 200);
/** Calls of each kind through PgBouncer, ten at a time. */
export const POOLED_CALLS = chooseSize(20, 1000);
/** People who start one survey at once; half of them get a place. */
export const STARTERS = chooseSize(20, 200);
/** A collision of callers is chance: a test requires it only with enough rounds. */
export const IS_LONG_RACE = IS_FULL;
/** Text messages that wait during an outage of their gateway, and its minimum duration. */
export const STORM_OF_TEXTS = chooseSize(200, 100_000);
export const GATEWAY_AWAY_MS = chooseSize(0, 1_800_000);
/** Malformed requests to all calls together. */
export const MALFORMED_REQUESTS = chooseSize(250, 100_000);
/**
 * Broken credentials, privileges and other callers' ids are divided into this many shares. Each call gets
 * one, so there are at most as many shares as kinds: the smallest number is 13 privileges.
 */
const SHARES = chooseSize(12, 1);
export const isOfShare = (at: number, place: number) => at % SHARES === place % SHARES;
/** Timed calls on each side of a comparison; 0 skips the comparison, which a busy machine can disturb. */
export const TIMED_CALLS = chooseSize(0, 200);
/**
 * A guesser tries ten codes for each of these numbers. They must end within the hour of the rate limit, which
 * refuses all but the first guesses: 100,000 would not.
 */
export const CODE_NUMBERS = chooseSize(20, 8000);
/** Existing studies when migrations run under load. */
export const MIGRATED_STUDIES = chooseSize(1000, 100_000);
/** Downloads and starts the PostgreSQL of npm even if the machine has one. */
export const IS_POSTGRES_FETCHED = IS_FULL;
/**
 * Checks every state of a screen at both widths, light and dark, with large text too; otherwise only the main
 * states on a phone.
 */
export const ARE_LOOKS_ALL = IS_FULL;
/** For tests whose steps are the same on a phone and a desktop. */
export const WIDTHS: readonly (360 | 1280)[] = ARE_LOOKS_ALL ? [360, 1280] : [360];
/** Random sequences of actions on a booking. */
export const BOOKING_SEQUENCES = chooseSize(5, 3000);
/** Random sequences of decisions and attendance marks; after each, five screens are compared. */
export const AGREEMENT_SEQUENCES = chooseSize(10, 300);
/** Random sequences of events in a study's budget. */
export const MONEY_SEQUENCES = chooseSize(5, 3000);
/** Random sequences of USSD input, at each gateway. */
export const USSD_SEQUENCES = chooseSize(5, 1000);
/** Random sequences of notifications, choices, hours and delivery faults. */
export const DELIVERY_SEQUENCES = chooseSize(200, 5000);
/** PGlite has one connection without concurrency, so more sequences reveal nothing more. */
export const sequencesOn = (engine: string, sequences: number) =>
  engine === 'pglite' ? Math.min(sequences, 300) : sequences;
/** Payments through the simulators with all faults. */
export const STORM_PAYMENTS = chooseSize(30, 20_000);
/** Kills of a process at each point of a payment. */
export const PAYOUT_KILLS = chooseSize(1, 100);
/** The seed of these storms: it decides where each fault happens. */
export const STORM_SEED = '1';

/** Files that do not run if their size is 0. */
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
  // The short form also shows that its backup can be restored (test/suites/backup.test.ts).
  { size: Number(IS_FULL), files: ['test/suites/backup-embedded.slow.test.ts'] },
  // Chromium covers its main path (e2e/payouts.walk.e2e.ts).
  { size: Number(IS_FULL), files: ['test/suites/process/demo-money.process.test.ts'] },
].flatMap(({ size, files }) => (size === 0 ? files : []));
