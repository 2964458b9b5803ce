import type { Applicant } from '@app/contracts/project/applicants.ts';
import { anyOf } from '@app/kit/any-of.ts';
import type { Db } from '../../schema.ts';

type LatestBooking = NonNullable<Applicant['meeting']>;

/** The last booking of each application that has one, without offers and places that lapsed. */
export async function findLatestBookings(
  db: Db,
  applicationIds: readonly string[],
): Promise<Map<string, LatestBooking>> {
  if (applicationIds.length === 0) return new Map();
  const rows = await db
    .selectFrom('project.bookings')
    .distinctOn('application_id')
    .select(['application_id as id', 'state', 'starts_at as startsAt'])
    .where('application_id', '=', anyOf(applicationIds))
    .where('state', '<>', 'LAPSED')
    .orderBy('application_id')
    .orderBy('created_at', 'desc')
    .execute();
  return new Map(
    rows.map(({ id, state, startsAt }) => [id, { state, startsAt: startsAt?.toISOString() ?? null }]),
  );
}
