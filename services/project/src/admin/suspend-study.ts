import type { Transaction } from 'kysely';
import { transaction } from '@app/kit/database.ts';
import type { Fail } from '@app/kit/problem.ts';
import { recordEvent } from '../audit.ts';
import { excuseBookings } from '../bookings/end-booking.ts';
import { notify } from '../notifications/notify.ts';
import type { Deps } from '../deps.ts';
import { decideMessageReports } from '../messages/report-message.ts';
import { queueSuspensionNotification } from '../notifications/queue-notifications.ts';
import { decideReports } from '../reports/report-study.ts';
import type { ProjectTables } from '../schema.ts';
import { findStudyOfAnyone, updateStudySuspension } from '../studies/transition-study.ts';
import { lockPerson } from '../suspensions/locks.ts';

type SuspendDeps = Pick<Deps, 'db' | 'jobs' | 'openPages' | 'openStudyCounts'>;

/**
 * Bookings lock the researcher too. So bookings before the suspension are notified, and later ones are
 * refused. An application waits for the lock on the study.
 */
export async function startStudySuspension(
  deps: SuspendDeps,
  { studyId, reason, by }: { studyId: string; reason: string; by: string },
  fail: Fail<'STUDY_NOT_FOUND' | 'STUDY_IS_DRAFT' | 'ALREADY_DONE'>,
): Promise<void> {
  const study = (await findStudyOfAnyone(deps.db, studyId)) ?? fail('STUDY_NOT_FOUND');
  if (study.state === 'DRAFT') fail('STUDY_IS_DRAFT');
  await transaction(deps.db, async (trx) => {
    await lockPerson(trx, study.researcherId);
    const suspended = (await updateStudySuspension(trx, studyId, { reason, by })) ?? fail('ALREADY_DONE');
    await excuseBookings(trx, study.researcherId);
    const acted = { state: 'ACTED', by, note: reason } as const;
    await decideReports(trx, { studyId }, acted);
    await decideMessageReports(trx, { studyId, authorId: study.researcherId }, acted);
    await recordEvent(trx, 'STUDY_SUSPENDED', { userId: study.researcherId, about: `${studyId}: ${reason}` });
    // A negative number, so that the key differs from that of a person's suspension, which has a version of
    // its own.
    await queueSuspensionNotification(deps, trx, { studyId, version: -suspended.version });
    await notifyResearcher(deps, trx, { ...study, ...suspended, kind: 'OWN_STUDY_SUSPENDED' });
  });
  refreshPages(deps, study);
}

/** Participants are not notified, because they have lost nothing. */
export async function endStudySuspension(
  deps: SuspendDeps,
  studyId: string,
  fail: Fail<'STUDY_NOT_FOUND' | 'ALREADY_DONE'>,
): Promise<void> {
  const study = (await findStudyOfAnyone(deps.db, studyId)) ?? fail('STUDY_NOT_FOUND');
  const restored = await transaction(deps.db, async (trx) => {
    await lockPerson(trx, study.researcherId);
    const changed = (await updateStudySuspension(trx, studyId, null)) ?? fail('ALREADY_DONE');
    await excuseBookings(trx, study.researcherId);
    await recordEvent(trx, 'STUDY_UNSUSPENDED', { userId: study.researcherId, about: studyId });
    await notifyResearcher(deps, trx, { ...study, ...changed, kind: 'OWN_STUDY_RESTORED' });
    return changed;
  });
  refreshPages(deps, study);
  if (restored.isOpen) deps.openPages.notifyOpened();
}

async function notifyResearcher(
  deps: SuspendDeps,
  trx: Transaction<ProjectTables>,
  study: {
    id: string;
    researcherId: string;
    name: string;
    version: number;
    kind: 'OWN_STUDY_SUSPENDED' | 'OWN_STUDY_RESTORED';
  },
): Promise<void> {
  const { id: studyId, researcherId: userId, name, version, kind } = study;
  const params = { studyId, study: name };
  await notify(deps, trx, [{ userId, about: `${studyId}:${version}`, kind, params, emailKind: kind }]);
}

function refreshPages(deps: SuspendDeps, study: { id: string; researcherId: string }): void {
  deps.openStudyCounts.invalidate();
  deps.openPages.notifyApplicants(study.id);
  deps.openPages.notify([study.researcherId]);
}
