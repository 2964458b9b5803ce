import { randomUUIDv7 } from 'node:crypto';
import { transaction } from '@app/kit/database.ts';
import type { Deps } from '../../deps.ts';
import { holdDeleted } from '../../projects/hold-project.ts';
import { addAccepted, holdStudyRow } from '../../studies/change-places.ts';
import { SETTLEMENTS } from '../../studies/queue-telling.ts';
import { updateDecided } from '../write-decision.ts';
import { findUnsettled, findUnsettledStudy } from './queries.ts';
import { notifyTold, tellUntold } from './tell-decision.ts';

/** Each gets a notification and a letter. */
const BATCH = 200;

const idOf = ({ id }: { id: string }) => id;

/**
 * Declines some of those who wait in the closed studies of a deleted project, or are accepted and have not met anybody,
 * and notifies them: the study has ended. A project that was taken back before settles nobody; what was told stays
 * told.
 */
export async function settleApplicants(
  deps: Pick<Deps, 'db' | 'jobs' | 'config' | 'openPages'>,
  { projectId }: { projectId: string },
): Promise<void> {
  const told = await transaction(deps.db, async (trx) => {
    const byUserId = await holdDeleted(trx, projectId);
    if (byUserId === undefined) return undefined;
    const studyId = await findUnsettledStudy(trx, projectId);
    if (studyId === undefined) return undefined;
    await holdStudyRow(trx, studyId);
    const id = randomUUIDv7();
    const unsettled = await findUnsettled(trx, studyId, BATCH);
    const accepted = unsettled.filter(({ status }) => status === 'ACCEPTED').map(idOf);
    if (accepted.length > 0) {
      // Only a pending one can be declined. The applicant hears of the last of both steps only.
      await updateDecided(trx, accepted, { id: randomUUIDv7(), byUserId, status: 'PENDING' });
      await addAccepted(trx, studyId, -accepted.length);
    }
    const decline = { id, byUserId, status: 'DECLINED', reason: 'STUDY_ENDED' } as const;
    await updateDecided(trx, unsettled.map(idOf), decline);
    await deps.jobs.send(trx, SETTLEMENTS, { projectId }, { key: projectId });
    return tellUntold(deps, trx, id);
  });
  if (told) notifyTold(deps, told);
}
