import { sql } from 'kysely';
import { LIVE } from '../bookings/states.ts';
import type { Db } from '../schema.ts';

/**
 * What an applicant who leaves withdraws: all that is not over, and whose meeting has not begun. Where one has begun,
 * only with another time ahead or on the waiting list: those who were turned away, were absent or met nobody may book
 * again.
 */
export async function findLiveApplications(db: Db, applicantId: string): Promise<string[]> {
  const { rows } = await sql<{ id: string }>`
    select application_id as id from project.applications as application
    where applicant_id = ${applicantId} and status not in ('WITHDRAWN', 'DECLINED') and (
      not exists (select from project.bookings as begun
        where begun.application_id = application.application_id and begun.starts_at <= now()
          and begun.state not in ('LAPSED', 'CANCELLED_BY_PARTICIPANT', 'CANCELLED_BY_RESEARCHER'))
      or exists (select from project.bookings as ahead
        where ahead.application_id = application.application_id and ahead.state in (${sql.join(LIVE)})
          and (ahead.starts_at is null or ahead.starts_at > now()))
      or exists (select from project.waiting as waiting where waiting.application_id = application.application_id)
    ) order by application_id`.execute(db);
  return rows.map(({ id }) => id);
}
