import { sql } from 'kysely';
import type { Db } from '../schema.ts';

/** What an applicant who leaves withdraws: all that is not over, and whose meeting has not begun. */
export async function findLiveApplications(db: Db, applicantId: string): Promise<string[]> {
  const rows = await db
    .selectFrom('project.applications as application')
    .select('application.application_id as id')
    .where('application.applicant_id', '=', applicantId)
    .where('application.status', '<>', 'WITHDRAWN')
    .where('application.told_status', '<>', 'DECLINED')
    .where((eb) =>
      eb.not(
        eb.exists(
          eb
            .selectFrom('project.bookings as booking')
            .select('booking.booking_id')
            .whereRef('booking.application_id', '=', 'application.application_id')
            .where('booking.starts_at', '<=', sql<Date>`now()`)
            .where('booking.state', 'not in', [
              'LAPSED',
              'CANCELLED_BY_PARTICIPANT',
              'CANCELLED_BY_RESEARCHER',
            ]),
        ),
      ),
    )
    .orderBy('application.application_id')
    .execute();
  return rows.map(({ id }) => id);
}
