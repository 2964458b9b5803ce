import type { Kysely } from 'kysely';
import type { NoData, Queue } from '@app/kit/jobs.ts';
import { deleteEndedLimits } from '@app/kit/limits.ts';
import type { Deps } from '../deps.ts';
import { deleteOldLetterTokens } from '../letters/queries.ts';
import { deleteOldTries } from '../password-tries/queries.ts';
import type { IdentityTables } from '../schema.ts';
import { deleteOldEndedSessions, deleteOldRefreshTokens, deleteOldSessions } from '../sessions/queries.ts';

const MINUTE_SECONDS = 60;
export const SWEEP: Queue<NoData> = {
  name: 'sweep',
  cron: '17 * * * *',
  isDebounced: true,
  expireInSeconds: 30 * MINUTE_SECONDS,
};

/** So many rows go in one statement: none of them holds locks for long. */
const BATCH = 1000;

type DeleteSome = (db: Kysely<IdentityTables>, most: number) => Promise<number>;
const deletions = (mostTries: number): readonly DeleteSome[] => [
  deleteOldLetterTokens,
  deleteOldRefreshTokens,
  deleteOldSessions,
  deleteOldEndedSessions,
  (db, most) => deleteOldTries(db, most, mostTries),
  (db, most) => deleteEndedLimits(db as Kysely<unknown>, 'identity', most),
];

/** Deletes what nobody needs any more. */
export async function sweep({ db, config }: Pick<Deps, 'db' | 'config'>): Promise<void> {
  for (const deleteSome of deletions(config.MOST_PASSWORD_TRIES)) {
    while ((await deleteSome(db, BATCH)) === BATCH);
  }
}
