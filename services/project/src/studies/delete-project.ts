import type { deleteProject as endpoint } from '@app/contracts/project/projects.ts';
import { transaction } from '@app/kit/database.ts';
import type { Fail } from '@app/kit/problem.ts';
import { noteEvent } from '../audit/note-event.ts';
import { deleteHeld, holdProject } from '../projects/hold-project.ts';
import type { Db } from '../schema.ts';
import { deleteDraftsOf, hasMeetingsAhead, hasPublishedStudy } from './queries.ts';

/**
 * Drafts go with the project; published studies keep it (D-32). Closed ones go out of the researcher's sight with it
 * and stay in the My Studies of those who applied. Removing the drafts first waits for a publish under way, so that
 * the check after it sees what came of that.
 */
export async function deleteProject(
  db: Db,
  own: { projectId: string; userId: string },
  ifMatch: readonly number[] | undefined,
  fail: Fail<(typeof endpoint)['errors'][number]>,
): Promise<void> {
  await transaction(db, async (trx) => {
    if (!(await holdProject(trx, own, 'update'))) fail('PROJECT_NOT_FOUND');
    await deleteDraftsOf(trx, own.projectId);
    if (await hasPublishedStudy(trx, own.projectId)) fail('PROJECT_HAS_OPEN_STUDIES');
    if (await hasMeetingsAhead(trx, own.projectId)) fail('PROJECT_HAS_MEETINGS');
    if (!(await deleteHeld(trx, own.projectId, ifMatch))) fail('STALE');
    await noteEvent(trx, 'PROJECT_DELETED', { userId: own.userId, about: own.projectId });
  });
}
