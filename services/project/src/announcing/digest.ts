import { paths } from '@app/contracts/web-paths.ts';
import { transaction } from '@app/kit/database.ts';
import type { Queue } from '@app/kit/jobs.ts';
import { furtherStudies } from '@app/words/project-letters.ts';
import type { Deps } from '../deps.ts';
import { queueLetters } from '../letters/queue-letter.ts';
import type { WriteLetter } from '../letters/routes.ts';
import { NOBODY_YET } from '../studies/queue-telling.ts';
import { WINDOW_SIZE, findNewStudies, findPeopleWithNewStudies } from './queries.ts';

/** A job without data starts with the first window of people; the next windows follow at once. */
export const DIGESTS: Queue<{ day?: string; after?: string }> = { name: 'digests' };

const NAMES = 5;

/** Asks for one letter a day to everybody whom a new study fits and who has not read of it: one window of people, by their ids. */
export async function queueDigests(
  { db, jobs }: Pick<Deps, 'db' | 'jobs'>,
  { day = new Date().toISOString().slice(0, 10), after = NOBODY_YET }: { day?: string; after?: string },
): Promise<void> {
  await transaction(db, async (trx) => {
    const { last, scanned, people } = await findPeopleWithNewStudies(trx, { day, after, size: WINDOW_SIZE });
    const letters = people.map((userId) => ({ userId, kind: 'STUDIES_FIT', about: day }) as const);
    await queueLetters({ jobs }, trx, letters);
    if (last !== null && scanned === WINDOW_SIZE) await jobs.send(trx, DIGESTS, { day, after: last });
  });
}

/** About the studies of the day until then (`about`), as far as they are open still and unread. */
export const writeDigest: WriteLetter = async ({ db }, { userId, about: day }) => {
  const names = await findNewStudies(db, { userId, day });
  if (names.length === 0) return undefined;
  const more = names.length - NAMES;
  const studies = [...names.slice(0, NAMES), ...(more > 0 ? [furtherStudies(more)] : [])].join('\n');
  return { params: { count: String(names.length), studies }, path: paths.browseStudies, event: null };
};
