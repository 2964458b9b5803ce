import { sql } from 'kysely';
import type { Engine } from './database.ts';
import type { Log } from './log.ts';
import { SettingsError } from './settings.ts';

/** Beyond it, tokens of other nodes are refused (read-token.ts). */
const LOGGED_DIFFERENCE_SECONDS = 5;
/** Beyond it, credentials of services fail: they live a minute and are renewed after half of it. */
const MAX_DIFFERENCE_SECONDS = 30;
const CHECK_INTERVAL_MS = 60_000;

type ClockEngine = Pick<Engine, 'owner' | 'kind'>;

/** Positive if this machine is ahead. */
export async function readClockDifference({ owner, kind }: ClockEngine, now = Date.now): Promise<number> {
  if (kind === 'pglite') return 0;
  const requestedAt = now();
  const { rows } = await sql<{ at: number }>`
    select (extract(epoch from clock_timestamp()) * 1000)::float8 as at`.execute(owner);
  const answered = now();
  const at = rows[0]?.at ?? requestedAt;
  // The database answered between these times, so only a time outside them is a difference.
  return (requestedAt > at ? requestedAt - at : answered < at ? answered - at : 0) / 1000;
}

/** Throws SettingsError if a node would do harm. */
export async function assertClockInSync(engine: ClockEngine, log: Log, now = Date.now): Promise<void> {
  const seconds = Math.round(await readClockDifference(engine, now));
  if (Math.abs(seconds) >= MAX_DIFFERENCE_SECONDS) {
    const by = `${Math.abs(seconds)} seconds ${seconds > 0 ? 'ahead of' : 'behind'}`;
    throw new SettingsError([
      `The clock of this machine is ${by} that of the database: let NTP set both (timedatectl set-ntp true)`,
    ]);
  }
  if (Math.abs(seconds) >= LOGGED_DIFFERENCE_SECONDS) log.error({ seconds }, WRONG);
}

const WRONG = 'the clock of this machine differs from that of the database';

/** Returns a function that stops it. */
export function watchClock(engines: readonly ClockEngine[], log: Log): () => void {
  let isWrong = false;
  const look = async () => {
    const differences = await Promise.all(engines.map((engine) => readClockDifference(engine)));
    const seconds = Math.round(differences.toSorted((a, b) => Math.abs(b) - Math.abs(a))[0] ?? 0);
    const wasWrong = isWrong;
    isWrong = Math.abs(seconds) >= LOGGED_DIFFERENCE_SECONDS;
    if (isWrong && !wasWrong) log.error({ seconds }, WRONG);
    if (wasWrong && !isWrong) log.info('the clock of this machine agrees with that of the database again');
  };
  // Outages are reported elsewhere.
  const timer = setInterval(() => void look().catch(() => {}), CHECK_INTERVAL_MS).unref();
  return () => clearInterval(timer);
}
