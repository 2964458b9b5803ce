import type { Transaction } from 'kysely';
import { today } from '@app/contracts/calendar.ts';
import { transaction } from '@app/kit/database.ts';
import type { NoData, Queue } from '@app/kit/jobs.ts';
import type { Deps } from '../deps.ts';
import type { IdentityTables } from '../schema.ts';
import { SAMPLE, countReachCells, lockReachCells, updateReachCells, updateReachSample } from './queries.ts';

/** Often enough for the days too: at midnight people grow a year older, and others were last active too long ago. */
export const REACH: Queue<NoData> = { name: 'reach', cron: '*/10 * * * *', isDebounced: true };

const DEBOUNCE_SECONDS = 30;

/** Has the figures counted soon, once for all that changes until then. */
export async function queueReachRefresh(
  { jobs }: Pick<Deps, 'jobs'>,
  trx: Transaction<IdentityTables>,
  afterSeconds = DEBOUNCE_SECONDS,
): Promise<void> {
  await jobs.send(trx, REACH, {}, { afterSeconds });
}

/** Counts who matches what on this day. A second node waits, and then finds nothing to change. */
export async function refreshReach(
  { db }: Pick<Deps, 'db'>,
  day: string = today(),
  sample = SAMPLE,
): Promise<void> {
  await transaction(db, async (trx) => {
    await lockReachCells(trx);
    await updateReachCells(trx, await countReachCells(trx, day));
    await updateReachSample(trx, day, sample);
  });
}
