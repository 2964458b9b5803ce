import type {
  deleteProject as endpoint,
  Project,
  restoreProject as restoringProject,
} from '@app/contracts/project/projects.ts';
import { transaction } from '@app/kit/database.ts';
import type { Fail } from '@app/kit/problem.ts';
import { sql } from 'kysely';
import { noteEvent } from '../audit/note-event.ts';
import type { Deps } from '../deps.ts';
import { holdProject, noticeLeft } from '../projects/locks.ts';
import type { OwnProject } from '../projects/policy.ts';
import { findProject } from '../projects/reads.ts';
import { deleteHeld, updateProjectRestored } from '../projects/write-project.ts';
import type { Db } from '../schema.ts';
import { SETTLEMENTS } from './queue-telling.ts';
import { hasMeetingsAhead, hasPublishedStudy } from './reads.ts';

/** Takes back a deletion of the last 30 days; a project that is not deleted answers as it stands. */
export async function restoreProject(
  db: Db,
  own: OwnProject,
  ifMatch: readonly number[] | undefined,
  fail: Fail<(typeof restoringProject)['errors'][number]>,
): Promise<Project> {
  return transaction(db, async (trx) => {
    const restored = await updateProjectRestored(trx, own);
    if (restored) {
      if (ifMatch && !ifMatch.includes(restored.version)) fail('STALE');
      await restoreDraftsOf(trx, own.projectId, restored.deletedAt);
      await noteEvent(trx, 'PROJECT_RESTORED', { userId: own.userId, about: own.projectId });
    }
    return (await findProject(trx, own)) ?? fail('PROJECT_NOT_FOUND');
  });
}

/** With their project, at the same instant: by that they come back with it. */
async function deleteDraftsOf(trx: Db, projectId: string): Promise<void> {
  await trx
    .updateTable('project.studies')
    .set({ deleted_at: sql<Date>`now()` })
    .where('project_id', '=', projectId)
    .where('state', '=', 'DRAFT')
    .where('deleted_at', 'is', null)
    .execute();
}

/** What was left of a budget may have gone back meanwhile: from now on it can be paid for, and given back, as of any draft. */
async function restoreDraftsOf(trx: Db, projectId: string, deletedAt: string): Promise<void> {
  await trx
    .updateTable('project.studies')
    .set({ deleted_at: null, given_back_at: null })
    .where('project_id', '=', projectId)
    .where('deleted_at', '=', sql<Date>`${deletedAt}::timestamptz`)
    .execute();
}

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
