import type { Db } from '../schema.ts';
import type { OwnStudy } from './policy.ts';
import { mayManageStudy } from './policy.ts';

function placesOf(trx: Db, studyId: string) {
  return trx
    .selectFrom('project.studies as study')
    .select([
      'study.study_id as id',
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
