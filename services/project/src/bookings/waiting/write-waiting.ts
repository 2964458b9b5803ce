import { sql } from 'kysely';
import type { Waiting } from '@app/contracts/project/slots.ts';
import type { Db } from '../../schema.ts';

interface Own {
  studyId: string;
  participantId: string;
}

/** Joins the list, or changes the days: the place in it stays. */
export async function upsertWaiting(
  trx: Db,
  { studyId, participantId, applicationId, days }: Own & { applicationId: string; days: readonly string[] },
): Promise<void> {
  const suited = JSON.stringify([...new Set(days)].toSorted());
  await trx
    .insertInto('project.waiting')
    .values({ study_id: studyId, participant_id: participantId, application_id: applicationId, days: suited })
    .onConflict((conflict) => conflict.columns(['study_id', 'participant_id']).doUpdateSet({ days: suited }))
    .execute();
}

export async function deleteWaiting(trx: Db, { studyId, participantId }: Own): Promise<void> {
  await trx
    .deleteFrom('project.waiting')
    .where('study_id', '=', studyId)
    .where('participant_id', '=', participantId)
    .execute();
}

export async function findWaitingOf(db: Db, { studyId, participantId }: Own): Promise<Waiting | undefined> {
  const row = await db
    .selectFrom('project.waiting')
    .select(['study_id as studyId', 'days', 'joined_at as joinedAt'])
    .where('study_id', '=', studyId)
    .where('participant_id', '=', participantId)
    .executeTakeFirst();
  return row && { ...row, joinedAt: row.joinedAt.toISOString() };
}

/** Those in line for a study, first come first, who can still come. */
export async function findLine(db: Db, studyId: string) {
  return (
    db
      .selectFrom('project.waiting as waiting')
      .innerJoin(
        'project.applications as application',
        'application.application_id',
        'waiting.application_id',
      )
      .select([
        'waiting.participant_id as participantId',
        'waiting.days',
        'waiting.application_id as applicationId',
      ])
      .where('waiting.study_id', '=', studyId)
      .where(sql<boolean>`application.status = 'ACCEPTED' and application.told_status = 'ACCEPTED'`)
      // An absence may have been put right since they joined.
      .where(
        sql<boolean>`not exists (select from project.bookings as booking
        where booking.application_id = application.application_id and booking.state = 'ATTENDED')`,
      )
      .orderBy('waiting.joined_at')
      .execute()
  );
}
