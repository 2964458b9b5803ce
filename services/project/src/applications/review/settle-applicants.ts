import { randomUUIDv7 } from 'node:crypto';
import { transaction } from '@app/kit/database.ts';
import { endBookingsOf } from '../../bookings/end-booking.ts';
import type { Deps } from '../../deps.ts';
import { holdDeleted } from '../../projects/locks.ts';
import { addAccepted, holdStudyRow } from '../../studies/change-places.ts';
import { putOffSettlement } from '../../studies/delete-project.ts';
import { SETTLEMENTS } from '../../studies/queue-telling.ts';
import { updateDecided } from '../write-decision.ts';
import { findUnsettled, findUnsettledStudy } from './queries.ts';
import { notifyDecided } from './notify-decision.ts';

/** Each gets a notification and a letter. */
const BATCH = 200;

/**
 * Declines some of those who wait in the closed studies of a deleted project, or are accepted and have not met anybody,
 * and notifies them: the study has ended. A project that was restored before declines no one; earlier declines stay.
 */
export async function settleApplicants(
  deps: Pick<Deps, 'db' | 'jobs' | 'config' | 'openPages'>,
  { projectId }: { projectId: string },
): Promise<void> {
  if (await putOffSettlement(deps, { projectId })) return;
  const notified = await transaction(deps.db, async (trx) => {
    const byUserId = await holdDeleted(trx, projectId);
    if (byUserId === undefined) return undefined;
    const studyId = await findUnsettledStudy(trx, projectId);
    if (studyId === undefined) return undefined;
    await holdStudyRow(trx, studyId);
    const id = randomUUIDv7();
    const unsettled = await findUnsettled(trx, studyId, BATCH);
    const ids = unsettled.map(({ id: applicationId }) => applicationId);
    const decline = { id, byUserId, status: 'DECLINED', reason: 'STUDY_ENDED' } as const;
    await updateDecided(trx, ids, { ...decline, from: ['PENDING', 'ACCEPTED'] });
    const accepted = unsettled.filter(({ status }) => status === 'ACCEPTED').length;
    if (accepted > 0) await addAccepted(trx, studyId, -accepted);
    await endBookingsOf(deps, trx, ids, { by: 'RESEARCHER', reason: '' });
    await deps.jobs.send(trx, SETTLEMENTS, { projectId }, { key: projectId });
    return notifyDecided(deps, trx, id);
  });
  if (notified) deps.openPages.notify(notified);
}
