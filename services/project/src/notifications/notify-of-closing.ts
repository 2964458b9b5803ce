import { transaction } from '@app/kit/database.ts';
import type { Deps } from '../deps.ts';
import type { Db } from '../schema.ts';
import { type StudyNotification, FIRST_WINDOW_START, queueClosing } from './queue-notifications.ts';
import { WINDOW_SIZE, insertNotificationsForWaiting } from './notify-applicants.ts';

/** A closed study gets no new applications, so reading them by id misses no one. */
export async function notifyOfClosing(
  { db, jobs, openPages }: Pick<Deps, 'db' | 'jobs' | 'openPages'>,
  { studyId, after }: StudyNotification,
): Promise<void> {
  const notified = await transaction(db, async (trx) => {
    const publicName = await findClosedName(trx, studyId);
    if (publicName === undefined) return [];
    const window = await notifyWaiting(trx, { studyId, publicName }, after);
    if (window.last !== null && window.scanned === WINDOW_SIZE) {
      await queueClosing({ jobs }, trx, studyId, window.last);
    }
    return window.notified;
  });
  openPages.notify(notified);
}

export function notifyWaiting(
  trx: Db,
  { studyId, publicName }: { studyId: string; publicName: string },
  after = FIRST_WINDOW_START,
) {
  const notification = {
    key: `study-closed:${studyId}`,
    kind: 'STUDY_CLOSED',
    params: { studyId, study: publicName },
  } as const;
  return insertNotificationsForWaiting(trx, studyId, notification, { after, size: WINDOW_SIZE });
}

async function findClosedName(db: Db, studyId: string): Promise<string | undefined> {
  const closed = db.selectFrom('project.studies').select('public_name').where('study_id', '=', studyId);
  return (await closed.where('state', '=', 'CLOSED').executeTakeFirst())?.public_name;
}
