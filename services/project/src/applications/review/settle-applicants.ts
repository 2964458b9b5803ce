import { randomUUIDv7 } from 'node:crypto';
import { transaction } from '@app/kit/database.ts';
import type { Deps } from '../../deps.ts';
import { holdDeleted } from '../../projects/hold-project.ts';
import { holdStudyRow } from '../../studies/change-places.ts';
import { SETTLEMENTS } from '../../studies/queue-telling.ts';
import { updateDecided } from '../write-decision.ts';
import { findUndecided, findUndecidedStudy } from './queries.ts';
import { notifyTold, tellUntold } from './tell-decision.ts';

/** Each gets a notification and a letter. */
const BATCH = 200;

/**
 * Declines some of those who wait in the closed studies of a deleted project, since the study ended, and tells them. Taken back before,
 * the project settles nobody; what was told stays told.
 */
export async function settleApplicants(
  deps: Pick<Deps, 'db' | 'jobs' | 'openPages'>,
  { projectId }: { projectId: string },
): Promise<void> {
  const told = await transaction(deps.db, async (trx) => {
    const byUserId = await holdDeleted(trx, projectId);
    if (byUserId === undefined) return undefined;
    const studyId = await findUndecidedStudy(trx, projectId);
    if (studyId === undefined) return undefined;
    await holdStudyRow(trx, studyId);
    const id = randomUUIDv7();
    const waiting = await findUndecided(trx, studyId, BATCH);
    await updateDecided(trx, waiting, { id, byUserId, status: 'DECLINED', reason: 'STUDY_ENDED' });
    await deps.jobs.send(trx, SETTLEMENTS, { projectId }, { key: projectId });
    return tellUntold(deps, trx, id);
  });
  if (told) notifyTold(deps, told);
}
