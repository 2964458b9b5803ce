import { updateSuspension as contract } from '@app/contracts/project/suspensions.ts';
import type { Route } from '@app/kit/route.ts';
import type { Deps } from './deps.ts';
import { transaction } from '@app/kit/database.ts';
import { withdrawAllApplications } from './applications/apply/withdraw-application.ts';
import { recordEvent } from './audit.ts';
import { excuseBookings } from './bookings/end-booking.ts';
import { type Suspension, writeSuspension } from './suspensions/write-suspension.ts';
import { queueSuspensionNotification } from './notifications/queue-notifications.ts';
import { findStudiesWithCommitments } from './studies/reads.ts';
import { pauseAllStudies } from './studies/transition-study.ts';

/** When a suspension ends, studies stay paused. The call may be repeated. */
async function updateSuspension(deps: Deps, userId: string, now: Suspension): Promise<void> {
  const paused = await transaction(deps.db, async (trx) => {
    if (!(await writeSuspension(trx, userId, now))) return undefined;
    // Pausing waits for people who apply at this moment and get a place.
    const ids = now.isSuspended ? await pauseAllStudies(trx, userId) : [];
    await excuseBookings(trx, userId);
    if (!now.isSuspended) return undefined;
    for (const about of ids) await recordEvent(trx, 'STUDY_PAUSED', { about });
    for (const studyId of await findStudiesWithCommitments(trx, userId)) {
      await queueSuspensionNotification(deps, trx, { studyId, version: now.version });
    }
    return ids;
  });
  if (!paused) return;
  await withdrawAllApplications(deps, userId);
  if (paused.length > 0) deps.openStudyCounts.invalidate();
  for (const studyId of paused) deps.openPages.notifyApplicants(studyId);
}

export function suspensionRoutes(route: Route, deps: Deps): void {
  route(contract, async ({ params, body }) => updateSuspension(deps, params.userId, body));
}
