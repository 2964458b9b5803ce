import type { Transaction } from 'kysely';
import type { Deps } from '../deps.ts';
import { queueAnnouncement } from './queue-telling.ts';
import type { Db, ProjectTables } from '../schema.ts';

/**
 * Takes so many places of a study that is held, or gives them back, and tells whether that has opened or filled it. A study
 * that filled up before everybody was told of it is announced to the rest when it opens.
 */
export async function changePlaces(
  deps: Pick<Deps, 'jobs'>,
  trx: Transaction<ProjectTables>,
  study: { id: string; isOpen: boolean; announcedAt: Date | null },
  taken: number,
): Promise<boolean> {
  if (taken === 0) return false;
  const isOpen = await addAccepted(trx, study.id, taken);
  if (isOpen && !study.isOpen && !study.announcedAt) await queueAnnouncement(deps, trx, study.id);
  return isOpen !== study.isOpen;
}

/**
 * Takes so many places, or gives them back, of a study that is held, and tells whether it is open then. It is no change
 * of what the study says.
 */
export async function addAccepted(trx: Db, studyId: string, delta: number): Promise<boolean> {
  const { isOpen } = await trx
    .updateTable('project.studies')
    .set((eb) => ({ accepted_count: eb('accepted_count', '+', delta) }))
    .where('study_id', '=', studyId)
    .returning('is_open as isOpen')
    .executeTakeFirstOrThrow();
  return isOpen;
}
