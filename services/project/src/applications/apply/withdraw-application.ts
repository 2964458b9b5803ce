import { randomUUIDv7 } from 'node:crypto';
import type { Transaction } from 'kysely';
import type { Application, withdrawApplication as endpoint } from '@app/contracts/project/applications.ts';
import { transaction } from '@app/kit/database.ts';
import { type Fail, fail as failWith, Failure } from '@app/kit/problem.ts';
import { noteEvent } from '../../audit/note-event.ts';
import type { Deps } from '../../deps.ts';
import { endBookingsOf } from '../../bookings/end-booking.ts';
import { insertNotification } from '../../inbox/insert-notification.ts';
import type { ProjectTables } from '../../schema.ts';
import { changePlaces, holdStudyRow } from '../../studies/change-places.ts';
import { findLiveApplications } from '../find-live.ts';
import { updateWithdrawn } from '../queries.ts';
import { findOwnApplication, findResearcherOf } from './list-applications.ts';

/**
 * Withdraws for good: the place of an accepted applicant is free again, and the researcher is notified.
 */
export async function withdrawApplication(
  deps: Pick<Deps, 'db' | 'jobs' | 'config' | 'openPages' | 'openStudyCounts'>,
  own: { applicationId: string; applicantId: string },
  fail: Fail<(typeof endpoint)['errors'][number]>,
): Promise<Application> {
  const { db } = deps;
  const about = await findResearcherOf(db, own);
  if (!about) return fail('APPLICATION_NOT_FOUND');
  const left = await transaction(db, async (trx) => {
    const study = await holdStudyRow(trx, about.studyId);
    const ended = await leaveStudy(deps, trx, study, own);
    if (ended && about.researcherId !== null) {
      await insertNotification(trx, {
        userId: about.researcherId,
        key: `withdrawn:${about.applicationId}`,
        kind: 'APPLICANT_WITHDREW',
        params: { studyId: about.studyId, study: about.studyName, applicationId: about.applicationId },
      });
    }
    return ended;
  });
  if (left) tellLeft(deps, about, left);
  const application = await findOwnApplication(db, own.applicantId, own);
  if (!application) throw new Error('Applications stay');
  return application.status === 'DECLINED' ? fail('APPLICATION_IS_DECLINED') : application;
}

interface Left {
  concerned: string[];
  isOpened: boolean;
}

/** Withdraws where the study is held, and ends their meeting and waiting; undefined if they are withdrawn or declined already. */
export async function leaveStudy(
  deps: Pick<Deps, 'jobs' | 'config'>,
  trx: Transaction<ProjectTables>,
  study: Awaited<ReturnType<typeof holdStudyRow>>,
  own: { applicationId: string; applicantId: string },
): Promise<Left | undefined> {
  const status = await updateWithdrawn(trx, { ...own, decisionId: randomUUIDv7() });
  if (status === undefined) return undefined;
  const isOpened = status === 'ACCEPTED' && (await changePlaces(trx, study, -1));
  const ending = { by: 'PARTICIPANT', reason: '' } as const;
  const concerned = await endBookingsOf(deps, trx, [own.applicationId], ending);
  await noteEvent(trx, 'APPLICATION_WITHDRAWN', { userId: own.applicantId, about: own.applicationId });
  return { concerned, isOpened };
}

export function tellLeft(
  { openPages, openStudyCounts }: Pick<Deps, 'openPages' | 'openStudyCounts'>,
  { studyId, researcherId }: { studyId: string; researcherId: string | null },
  { concerned, isOpened }: Left,
): void {
  if (isOpened) {
    openStudyCounts.forget();
    openPages.notifyApplicants(studyId);
  }
  if (researcherId !== null) openPages.notify([researcherId]);
  openPages.notify(concerned);
}

/** Of somebody who may not act any more. What was declined or erased since it was found is nothing to withdraw. */
export async function withdrawAllOf(
  deps: Parameters<typeof withdrawApplication>[0],
  applicantId: string,
): Promise<void> {
  for (const applicationId of await findLiveApplications(deps.db, applicantId)) {
    try {
      await withdrawApplication(deps, { applicationId, applicantId }, failWith);
    } catch (error) {
      const isNone =
        error instanceof Failure && ['APPLICATION_IS_DECLINED', 'APPLICATION_NOT_FOUND'].includes(error.code);
      if (!isNone) throw error;
    }
  }
}
