import type { Project, restoreProject as endpoint } from '@app/contracts/project/projects.ts';
import { transaction } from '@app/kit/database.ts';
import type { Fail } from '@app/kit/problem.ts';
import { noteEvent } from '../../audit/note-event.ts';
import type { Db } from '../../schema.ts';
import { findProject } from '../../projects/find-project.ts';
import { type OwnProject, updateProjectRestored } from '../../projects/hold-project.ts';
import { restoreDraftsOf } from '../queries.ts';

/** Takes back a deletion of the last 30 days; a project that is not deleted answers as it stands. */
export async function restoreProject(
  db: Db,
  own: OwnProject,
  ifMatch: readonly number[] | undefined,
  fail: Fail<(typeof endpoint)['errors'][number]>,
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
