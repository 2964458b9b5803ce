import type { leaveWaiting as endpoint } from '@app/contracts/project/slots.ts';
import type { Fail } from '@app/kit/problem.ts';
import type { Db } from '../../schema.ts';
import { deleteWaiting } from './write-waiting.ts';

/** Twice is once; who never applied knows of no such list. */
export async function leaveWaiting(
  db: Db,
  own: { studyId: string; participantId: string },
  fail: Fail<(typeof endpoint)['errors'][number]>,
): Promise<void> {
  const application = await db
    .selectFrom('project.applications')
    .select('application_id')
    .where('study_id', '=', own.studyId)
    .where('applicant_id', '=', own.participantId)
    .executeTakeFirst();
  if (!application) return fail('STUDY_NOT_FOUND');
  await deleteWaiting(db, own);
}
