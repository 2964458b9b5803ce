import type { deleteProject as endpoint } from '@app/contracts/project/projects.ts';
import { transaction } from '@app/kit/database.ts';
import type { Fail } from '@app/kit/problem.ts';
import { noteEvent } from '../../audit/note-event.ts';
import type { Deps } from '../../deps.ts';
import { holdProject, noticeLeft } from '../../projects/locks.ts';
import { deleteHeld } from '../../projects/write-project.ts';
import { deleteDraftsOf, hasMeetingsAhead, hasPublishedStudy } from '../queries.ts';
import { SETTLEMENTS } from '../queue-telling.ts';

/**
 * A published study keeps its project (D-32). Everything else goes out of the researcher's sight with it and stays in
 * the My Studies of its applicants. Those who wait there are notified that the study ended, once that cannot be undone. Deleting the drafts first waits for a publish under way: the check after it sees what came of that.
 */
export async function deleteProject(
  { db, jobs, config }: Pick<Deps, 'db' | 'jobs' | 'config'>,
  own: { projectId: string; userId: string },
  ifMatch: readonly number[] | undefined,
  fail: Fail<(typeof endpoint)['errors'][number]>,
): Promise<void> {
  const { projectId, userId } = own;
  await transaction(db, async (trx) => {
    if (!(await holdProject(trx, own, 'update'))) fail('PROJECT_NOT_FOUND');
    await deleteDraftsOf(trx, projectId);
    if (await hasPublishedStudy(trx, projectId)) fail('PROJECT_HAS_OPEN_STUDIES');
    if (await hasMeetingsAhead(trx, projectId)) fail('PROJECT_HAS_MEETINGS');
    if (!(await deleteHeld(trx, projectId, ifMatch))) fail('STALE');
    await noteEvent(trx, 'PROJECT_DELETED', { userId, about: projectId });
    await jobs.send(
      trx,
      SETTLEMENTS,
      { projectId },
      { key: projectId, afterSeconds: config.DECISION_NOTICE_SECONDS },
    );
  });
}

/**
 * A project that is deleted again may have a job of its first deletion, which comes before the notice of this one is
 * over. That job is put off until then. False where it is time to settle.
 */
export async function putOffSettlement(
  { db, jobs, config }: Pick<Deps, 'db' | 'jobs' | 'config'>,
  { projectId }: { projectId: string },
): Promise<boolean> {
  return transaction(db, async (trx) => {
    const afterSeconds = await noticeLeft(trx, projectId, config.DECISION_NOTICE_SECONDS);
    if (afterSeconds > 0) await jobs.send(trx, SETTLEMENTS, { projectId }, { key: projectId, afterSeconds });
    return afterSeconds > 0;
  });
}
