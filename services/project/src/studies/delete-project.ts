import type {
  deleteProject as endpoint,
  Project,
  restoreProject as restoringProject,
} from '@app/contracts/project/projects.ts';
import { transaction } from '@app/kit/database.ts';
import type { Queue } from '@app/kit/jobs.ts';
import type { Fail } from '@app/kit/problem.ts';
import { sql } from 'kysely';
import { recordEvent } from '../audit.ts';
import type { Deps } from '../deps.ts';
import { lockProject, secondsLeftToRestore } from '../projects/locks.ts';
import type { OwnProject } from '../projects/policy.ts';
import { findProject } from '../projects/reads.ts';
import { deleteLockedProject, updateProjectRestored } from '../projects/write-project.ts';
import type { Db } from '../schema.ts';
import { hasMeetingsAhead, hasOpenSubmissions, hasPublishedStudy } from './reads.ts';

/** This job declines the applicants of a deleted project. */
export const SETTLEMENTS: Queue<{ projectId: string }> = { name: 'settlements', isDebounced: true };

/** If the project is not deleted, it is returned as it is. So a repeated call succeeds. */
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
      await restoreProjectDrafts(trx, own.projectId, restored.deletedAt);
      await recordEvent(trx, 'PROJECT_RESTORED', { userId: own.userId, about: own.projectId });
    }
    return (await findProject(trx, own)) ?? fail('PROJECT_NOT_FOUND');
  });
}

/** Drafts get exactly the same time as their project, so that restoring it finds them. */
async function deleteProjectDrafts(trx: Db, projectId: string): Promise<void> {
  await trx
    .updateTable('project.studies')
    .set({ deleted_at: sql<Date>`now()` })
    .where('project_id', '=', projectId)
    .where('state', '=', 'DRAFT')
    .where('deleted_at', 'is', null)
    .execute();
}

/** If `refunded_at` is null, the researcher can pay again for a draft whose budget was refunded. */
async function restoreProjectDrafts(trx: Db, projectId: string, deletedAt: string): Promise<void> {
  await trx
    .updateTable('project.studies')
    .set({ deleted_at: null, refunded_at: null })
    .where('project_id', '=', projectId)
    .where('deleted_at', '=', sql<Date>`${deletedAt}::timestamptz`)
    .execute();
}

/**
 * A project with a published study cannot be deleted (D-32). Waiting applicants are notified when the
 * deletion is final. Deleting the drafts first waits for a publishing in progress, so that the check sees its
 * result.
 */
export async function deleteProject(
  { db, jobs, config }: Pick<Deps, 'db' | 'jobs' | 'config'>,
  own: { projectId: string; userId: string },
  ifMatch: readonly number[] | undefined,
  fail: Fail<(typeof endpoint)['errors'][number]>,
): Promise<void> {
  const { projectId, userId } = own;
  await transaction(db, async (trx) => {
    if (!(await lockProject(trx, own, 'update'))) fail('PROJECT_NOT_FOUND');
    await deleteProjectDrafts(trx, projectId);
    if (await hasPublishedStudy(trx, projectId)) fail('PROJECT_HAS_OPEN_STUDIES');
    if (await hasMeetingsAhead(trx, projectId)) fail('PROJECT_HAS_MEETINGS');
    if (await hasOpenSubmissions(trx, projectId)) fail('SUBMISSIONS_WAIT');
    if (!(await deleteLockedProject(trx, projectId, ifMatch))) fail('STALE');
    await recordEvent(trx, 'PROJECT_DELETED', { userId, about: projectId });
    await jobs.send(
      trx,
      SETTLEMENTS,
      { projectId },
      { key: projectId, afterSeconds: config.DECISION_NOTICE_SECONDS },
    );
  });
}

/** The job of an earlier deletion may come while this deletion can still be undone. So it is postponed. */
export async function postponeDeclines(
  { db, jobs, config }: Pick<Deps, 'db' | 'jobs' | 'config'>,
  { projectId }: { projectId: string },
): Promise<boolean> {
  return transaction(db, async (trx) => {
    const afterSeconds = await secondsLeftToRestore(trx, projectId, config.DECISION_NOTICE_SECONDS);
    if (afterSeconds > 0) await jobs.send(trx, SETTLEMENTS, { projectId }, { key: projectId, afterSeconds });
    return afterSeconds > 0;
  });
}
