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

const MOST_UNANSWERED = 3;

/**
 * Of `waiting`: so many offers have ended by themselves since they joined or last did anything about a time. Each
 * further one would keep a seat from others for hours; to leave and join again starts the count again.
 */
export const isSilent = sql<boolean>`(
  select count(*) >= ${MOST_UNANSWERED}::int
  from project.bookings as offered join project.booking_steps as ended using (booking_id)
  where offered.application_id = waiting.application_id
    and ended.state = 'LAPSED' and ended.made_by = 'CLOCK' and ended.starts_at is not null
    and ended.at > greatest(waiting.joined_at, (
      select max(step.at) from project.bookings as own join project.booking_steps as step using (booking_id)
      where own.application_id = waiting.application_id and step.made_by = 'PARTICIPANT')))`;

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
        isSilent.as('isSilent'),
      ])
      .where('waiting.study_id', '=', studyId)
      .where('application.status', '=', 'ACCEPTED')
      // An absence may have been put right since they joined.
      .where(
        sql<boolean>`not exists (select from project.bookings as booking
        where booking.application_id = application.application_id and booking.state = 'ATTENDED')`,
      )
      .orderBy('waiting.joined_at')
      .execute()
  );
}
