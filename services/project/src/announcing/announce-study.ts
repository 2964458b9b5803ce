import { transaction } from '@app/kit/database.ts';
import type { Deps } from '../deps.ts';
import { markAnnounced } from '../studies/mark-announced.ts';
import type { Telling } from '../studies/queue-telling.ts';
import { queueAnnouncement } from '../studies/queue-telling.ts';
import { WINDOW_SIZE, findUnannouncedName, insertAnnouncements } from './queries.ts';

/**
 * Announces a study to one window of people, by their ids. The notifications and the job for the next window are one
 * transaction, so a killed process has done all of it or nothing. Running it again notifies nobody twice.
 */
export async function announceStudy(
  { db, jobs, openPages }: Pick<Deps, 'db' | 'jobs' | 'openPages'>,
  { studyId, after }: Telling,
): Promise<void> {
  const told = await transaction(db, async (trx) => {
    const publicName = await findUnannouncedName(trx, studyId);
    if (publicName === undefined) return [];
    const news = {
      key: `study-open:${studyId}`,
      kind: 'STUDY_FITS',
      params: { studyId, study: publicName },
    } as const;
    const window = await insertAnnouncements(trx, studyId, news, { after, size: WINDOW_SIZE });
    if (window.last === null || window.scanned < WINDOW_SIZE) await markAnnounced(trx, studyId);
    else await queueAnnouncement({ jobs }, trx, studyId, window.last);
    return window.told;
  });
  openPages.notify(told);
}
