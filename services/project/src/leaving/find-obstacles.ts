import { sql } from 'kysely';
import type { Obstacle } from '@app/contracts/leaving.ts';
import type { Db } from '../schema.ts';

/**
 * What a researcher has to end first, so nobody waits for them. Of a participant, money that they may still come to be
 * owed: nobody could pay it then.
 */
export async function findObstacles(db: Db, userId: string): Promise<Obstacle[]> {
  const { rows } = await sql<{ obstacle: Obstacle }>`
    select 'STUDIES_ARE_OPEN' as obstacle where exists (
      select from project.studies as study join project.projects as project using (project_id)
      where project.creator_id = ${userId} and project.deleted_at is null
        and study.state in ('PUBLISHED', 'PAUSED') and study.deleted_at is null)
    union all
    select 'MEETINGS_TO_COME' where exists (
      select from project.bookings
      where researcher_id = ${userId} and state in ('OFFERED', 'BOOKED', 'CONFIRMED') and ends_at > now())
    union all
    select 'PAYMENT_NOT_FINAL' where exists (
      select from project.dues where participant_id = ${userId} and sent_version < version
    ) or exists (
      select from project.bookings as booking join project.studies as study using (study_id)
      where booking.participant_id = ${userId} and study.incentive > 0 and booking.starts_at <= now()
        and (booking.state in ('BOOKED', 'CONFIRMED')
          or booking.final_at > now()
          or (booking.state in ('NO_SHOW', 'NOBODY_CAME')
            and booking.reported_at is not null and booking.decided_at is null)))`.execute(db);
  return rows.map(({ obstacle }) => obstacle);
}
