import { sql } from 'kysely';
import type { Db } from '../schema.ts';
import { type OwnStudy, mayManageStudy } from './policy.ts';

function selectPlaces(trx: Db, studyId: string) {
  return trx
    .selectFrom('project.studies as study')
    .select([
      'study.study_id as id',
      'study.state',
      'study.is_open as isOpen',
      sql<boolean>`study.suspended_at is not null`.as('isSuspended'),
      'study.places_left as placesLeft',
      'study.incentive',
      sql<boolean>`study.open_quotas is not null`.as('hasQuotas'),
      'study.refunded_at as refundedAt',
      sql<boolean>`coalesce(study.refunding_until > now(), false)`.as('isRefunding'),
      sql<number>`coalesce(study.desired_number_of_participants, 0) - study.accepted_count`.as('unfilled'),
    ])
    .where('study.study_id', '=', studyId)
    .forUpdate('study');
}

/** Also finds the study of a deleted project, because applicants can still use it. */
export async function lockStudy(trx: Db, studyId: string) {
  return selectPlaces(trx, studyId).executeTakeFirstOrThrow();
}

export async function lockStudyIfPresent(trx: Db, studyId: string): Promise<void> {
  await selectPlaces(trx, studyId).execute();
}

/** Returns undefined if this person may not manage the study. */
export const lockOwnStudy = (trx: Db, { studyId, userId }: OwnStudy) =>
  selectPlaces(trx, studyId).where(mayManageStudy(userId)).executeTakeFirst();
