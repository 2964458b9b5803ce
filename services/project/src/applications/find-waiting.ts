import { anyOf } from '@app/kit/database.ts';
import type { Db } from '../schema.ts';

/** Which of these people applied to one of the studies and have the status PENDING or ACCEPTED. */
export async function findWaiting(
  db: Db,
  studyIds: readonly string[],
  userIds: readonly string[],
): Promise<string[]> {
  const rows = await db
    .selectFrom('project.applications')
    .select('applicant_id as userId')
    .where('study_id', '=', anyOf(studyIds))
    .where('applicant_id', '=', anyOf(userIds))
    .where('status', 'in', ['PENDING', 'ACCEPTED'])
    .execute();
  return rows.map(({ userId }) => userId);
}
