import type { Transaction } from 'kysely';
import { notices } from '@app/contracts/messages/notices.ts';
import { transaction } from '@app/kit/database.ts';
import type { Queue } from '@app/kit/jobs.ts';
import type { Deps } from '../deps.ts';
import type { ProjectTables } from '../schema.ts';
import { findUnannounced } from '../studies/find-study.ts';
import { updateAnnounced } from '../studies/queries.ts';
import { FIRST_WINDOW, insertAnnouncements } from './queries.ts';

interface Announcement {
  studyId: string;
  /** Everybody up to this id has been looked at. */
  after: string;
}

/** Of one study one waits: whichever it is, all before its cursor is done. */
export const ANNOUNCEMENTS: Queue<Announcement> = { name: 'announcements', isDebounced: true };

/** Tells everybody whom the study fits, in the background: when it is published, and when it opens again half told. */
export async function queueAnnouncement(
  { jobs }: Pick<Deps, 'jobs'>,
  trx: Transaction<ProjectTables>,
  studyId: string,
): Promise<void> {
  await jobs.send(trx, ANNOUNCEMENTS, { studyId, after: FIRST_WINDOW.after }, { key: studyId });
}

/**
 * One window of people by their ids. What was told, and the job for the next window, are one transaction: a process that
 * is killed has done all of it or nothing. Whoever was told before is not told again, however often this runs.
 */
export async function announceStudy(
  { db, jobs, openPages }: Pick<Deps, 'db' | 'jobs' | 'openPages'>,
  { studyId, after }: Announcement,
): Promise<void> {
  const told = await transaction(db, async (trx) => {
    const study = await findUnannounced(trx, studyId);
    if (!study) return [];
    const news = {
      key: `study-open:${studyId}`,
      message: notices.studyFits(study.publicName),
      path: `/dashboard/study-apply/${studyId}`,
    };
    const window = await insertAnnouncements(trx, { ...study, studyId }, news, { ...FIRST_WINDOW, after });
    if (window.last === null || window.scanned < FIRST_WINDOW.size) await updateAnnounced(trx, studyId);
    else await jobs.send(trx, ANNOUNCEMENTS, { studyId, after: window.last }, { key: studyId });
    return window.told;
  });
  openPages.nudge(told);
}
