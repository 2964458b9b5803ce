import type { Transaction } from 'kysely';
import { notices } from '@app/contracts/messages/notices.ts';
import { transaction } from '@app/kit/database.ts';
import type { Queue } from '@app/kit/jobs.ts';
import type { Deps } from '../deps.ts';
import type { ProjectTables } from '../schema.ts';
import { findClosedName } from '../studies/find-study.ts';
import type { News } from './queries.ts';
import { FIRST_WINDOW, insertClosings } from './queries.ts';

interface Closing {
  studyId: string;
  /** Everybody up to this id has been looked at. */
  after: string;
}

/** Of one study one waits: whichever it is, all before its cursor is done. */
export const CLOSINGS: Queue<Closing> = { name: 'closings', isDebounced: true };

/** Tells all who have applied and wait or are accepted, in the background: their number has no bound. */
export async function queueClosing(
  { jobs }: Pick<Deps, 'jobs'>,
  trx: Transaction<ProjectTables>,
  studyId: string,
): Promise<void> {
  await jobs.send(trx, CLOSINGS, { studyId, after: FIRST_WINDOW.after }, { key: studyId });
}

/** One window of applicants by their ids, and the job for the next, as in announce-study.ts. Nobody applies any more. */
export async function tellClosing(
  { db, jobs, openPages }: Pick<Deps, 'db' | 'jobs' | 'openPages'>,
  { studyId, after }: Closing,
): Promise<void> {
  const told = await transaction(db, async (trx) => {
    const publicName = await findClosedName(trx, studyId);
    if (publicName === undefined) return [];
    const window = await insertClosings(trx, studyId, closingNews({ studyId, publicName }), {
      ...FIRST_WINDOW,
      after,
    });
    if (window.last !== null && window.scanned === FIRST_WINDOW.size) {
      await jobs.send(trx, CLOSINGS, { studyId, after: window.last }, { key: studyId });
    }
    return window.told;
  });
  openPages.nudge(told);
}

/** Each person's key ends in their id. */
export function closingNews(study: { studyId: string; publicName: string }): Omit<News, 'userId'> {
  return {
    key: `study-closed:${study.studyId}`,
    message: notices.studyClosed(study.publicName),
    path: '/dashboard/studies',
  };
}
