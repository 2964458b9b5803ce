import { randomUUIDv7 } from 'node:crypto';
import type { Transaction } from 'kysely';
import { endApplicationBookings } from '../../bookings/end-booking.ts';
import type { Deps } from '../../deps.ts';
import type { ProjectTables } from '../../schema.ts';
import { changeTakenPlaces } from '../../studies/accepted-places.ts';
import type { lockStudy } from '../../studies/locks.ts';
import { notifyApplicantsOfDecision, updateOpenPages } from '../notify-of-decision.ts';
import { updateDecided } from '../write-decision.ts';

/** The caller must call the returned function after the transaction. */
export async function returnToReview(
  deps: Pick<Deps, 'jobs' | 'config' | 'openPages' | 'openStudyCounts'>,
  trx: Transaction<ProjectTables>,
  study: Awaited<ReturnType<typeof lockStudy>>,
  { applicationId, participantId }: { applicationId: string; participantId: string },
): Promise<() => void> {
  const id = randomUUIDv7();
  await updateDecided(trx, [applicationId], { id, status: 'PENDING', byUserId: participantId });
  const isOpenedOrFilled = await changeTakenPlaces(trx, study, -1);
  await endApplicationBookings(deps, trx, [applicationId], { by: 'RESEARCHER', reason: '' });
  const userIds = await notifyApplicantsOfDecision(deps, trx, id);
  return () => updateOpenPages(deps, { studyId: study.id, isOpenedOrFilled, userIds });
}
