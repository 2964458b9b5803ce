import { notices } from '@app/contracts/messages/notices.ts';
import { transaction } from '@app/kit/database.ts';
import type { Fail } from '@app/kit/problem.ts';
import type { Deps } from '../deps.ts';
import { insertNotificationForApplicants } from '../notifications/queries.ts';
import { deleteStudyRow, holdStudy, updateClosed } from './queries.ts';

/**
 * A study that nobody applied to goes; one with applicants is closed and they are told (D-32). Holding the study first
 * means that somebody who applies at the same moment is either told too or finds it gone.
 */
export async function deleteStudy(
  { db, openStudyCounts }: Pick<Deps, 'db' | 'openStudyCounts'>,
  own: { studyId: string; userId: string },
  fail: Fail<'STUDY_NOT_FOUND'>,
): Promise<void> {
  await transaction(db, async (trx) => {
    const study = await holdStudy(trx, own);
    if (!study) return fail('STUDY_NOT_FOUND');
    if (study.state === 'CLOSED') return;
    if (!(await updateClosed(trx, study.id))) return deleteStudyRow(trx, study.id);
    await insertNotificationForApplicants(trx, study.id, {
      key: `study-closed:${study.id}`,
      message: notices.studyClosed(study.publicName),
      path: '/dashboard/studies',
    });
  });
  openStudyCounts.forget();
}
