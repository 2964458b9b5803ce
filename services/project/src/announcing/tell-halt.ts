import { paths } from '@app/contracts/web-paths.ts';
import { transaction } from '@app/kit/database.ts';
import type { Deps } from '../deps.ts';
import { queueLetters } from '../letters/queue-letter.ts';
import type { WriteLetter } from '../letters/routes.ts';
import { type BarredTelling, queueBarredTelling } from '../studies/queue-telling.ts';
import { findCountingOn, findHaltedName, insertNewsToWaiting } from './queries.ts';

/** Each of them gets a letter too. */
const SIZE = 500;

/** One window of those who count on a study whose researcher is barred, as in tell-closing.ts. */
export async function tellHalt(
  { db, jobs, openPages }: Pick<Deps, 'db' | 'jobs' | 'openPages'>,
  { studyId, version, after }: BarredTelling,
): Promise<void> {
  const told = await transaction(db, async (trx) => {
    const publicName = await findHaltedName(trx, studyId);
    if (publicName === undefined) return [];
    const news = {
      key: `study-halted:${studyId}:${version}`,
      kind: 'STUDY_HALTED',
      params: { studyId, study: publicName },
    } as const;
    const window = await insertNewsToWaiting(trx, studyId, news, { after, size: SIZE, countingOn: true });
    if (window.last !== null && window.scanned === SIZE) {
      await queueBarredTelling({ jobs }, trx, { studyId, version, after: window.last });
    }
    const about = `${studyId}:${version}`;
    await queueLetters(
      { jobs },
      trx,
      window.told.map((userId) => ({ userId, kind: 'STUDY_HALTED', about })),
    );
    return window.told;
  });
  openPages.notify(told);
}

/** While the researcher is barred and its reader still counts on the study. */
export const writeHalted: WriteLetter = async ({ db }, { userId, about }) => {
  const [studyId = ''] = about.split(':');
  if (!/^[\da-f-]{36}$/.test(studyId)) return undefined;
  const study = await findHaltedName(db, studyId);
  const counting = await findCountingOn(db, { studyId, userId });
  if (study === undefined || !counting) return undefined;
  return {
    params: { study, when: counting.startsAt?.toISOString() ?? '' },
    path: paths.ownStudy(studyId),
    event: null,
  };
};
