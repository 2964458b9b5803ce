import { sql } from 'kysely';
import { MINUTE_MS } from '@app/contracts/durations.ts';
import type { Engine } from './database.ts';
import type { Log } from './log.ts';
import { SettingsError } from './settings.ts';

/** If the difference is larger, other nodes refuse this node's tokens (read-token.ts). */
const LOGGED_DIFFERENCE_SECONDS = 5;
/**
 * If the difference is larger, credentials of services fail, because they are valid for one minute and
 * renewed after half a minute.
 */
const MAX_DIFFERENCE_SECONDS = 30;
const CHECK_INTERVAL_MS = MINUTE_MS;

type ClockEngine = Pick<Engine, 'owner' | 'kind'>;

/** Returns seconds, which are positive if this machine's clock is ahead of the database's. */
export async function readClockDifference({ owner, kind }: ClockEngine, now = Date.now): Promise<number> {
  if (kind === 'pglite') return 0;
  const requestedAt = now();
  const { rows } = await sql<{ at: number }>`
    select (extract(epoch from clock_timestamp()) * 1000)::float8 as at`.execute(owner);
  const answered = now();
  const at = rows[0]?.at ?? requestedAt;
  // The database read its clock between these two times, so a time between them shows no difference.
  return (requestedAt > at ? requestedAt - at : answered < at ? answered - at : 0) / 1000;
}

/** Throws SettingsError if the clock differs so much that this node would disturb other nodes. */
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
  // If the database does not answer, other checks report this.
  const timer = setInterval(() => void look().catch(() => {}), CHECK_INTERVAL_MS).unref();
  return () => clearInterval(timer);
}
