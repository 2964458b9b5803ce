import type { Transaction } from 'kysely';
import type { Deps } from '../deps.ts';
import type { Db, ProjectTables } from '../schema.ts';
import type { OwnStudy } from './policy.ts';
import { mayManageStudy } from './policy.ts';
import { queueAnnouncement } from './queue-telling.ts';

function placesOf(trx: Db, studyId: string) {
  return trx
    .selectFrom('project.studies as study')
    .select([
      'study.study_id as id',
      'study.state',
      'study.is_open as isOpen',
      'study.announced_at as announcedAt',
      'study.accepted_count as acceptedCount',
      'study.desired_number_of_participants as desiredNumberOfParticipants',
    ])
    .where('study.study_id', '=', studyId)
    .forUpdate('study');
}

/** Holds the researcher's own study, so that its places are given and taken back by one at a time. */
export async function holdStudyPlaces(trx: Db, { studyId, userId }: OwnStudy) {
  return placesOf(trx, studyId).where(mayManageStudy(userId)).executeTakeFirst();
}

/** The same for those who applied: whoever has applied knows the study, also when its project is gone. */
export async function holdStudyRow(trx: Db, studyId: string) {
  return placesOf(trx, studyId).executeTakeFirstOrThrow();
}

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
