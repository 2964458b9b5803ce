import { transaction } from '@app/kit/database.ts';
import type { Deps } from '../deps.ts';
import type { Db } from '../schema.ts';
import { type Telling, NOBODY_YET, queueClosing } from '../studies/queue-telling.ts';
import { WINDOW_SIZE, insertNewsToWaiting } from './notify-applicants.ts';

/** A closed study gets no new applications, so the walk by id misses no one. */
export async function tellClosing(
  { db, jobs, openPages }: Pick<Deps, 'db' | 'jobs' | 'openPages'>,
  { studyId, after }: Telling,
): Promise<void> {
  const told = await transaction(db, async (trx) => {
    const publicName = await findClosedName(trx, studyId);
    if (publicName === undefined) return [];
    const window = await tellWaiting(trx, { studyId, publicName }, after);
    if (window.last !== null && window.scanned === WINDOW_SIZE) {
      await queueClosing({ jobs }, trx, studyId, window.last);
    }
    return window.told;
  });
  openPages.notify(told);
}

export function tellWaiting(
  trx: Db,
  { studyId, publicName }: { studyId: string; publicName: string },
  after = NOBODY_YET,
) {
  const news = {
    key: `study-closed:${studyId}`,
    kind: 'STUDY_CLOSED',
    params: { studyId, study: publicName },
  } as const;
  return insertNewsToWaiting(trx, studyId, news, { after, size: WINDOW_SIZE });
}

async function findClosedName(db: Db, studyId: string): Promise<string | undefined> {
  const closed = db.selectFrom('project.studies').select('public_name').where('study_id', '=', studyId);
  return (await closed.where('state', '=', 'CLOSED').executeTakeFirst())?.public_name;
}
