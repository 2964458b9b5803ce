import type { Transaction } from 'kysely';
import type { NotificationContent } from '@app/contracts/project/notification-kinds.ts';
import { transaction } from '@app/kit/database.ts';
import type { Queue } from '@app/kit/jobs.ts';
import type { Deps } from '../../deps.ts';
import { type News, insertNotifications } from '../../inbox/insert-notification.ts';
import { endBookingsOf } from '../../bookings/end-booking.ts';
import { type AskedLetter, queueLetters } from '../../letters/queue-letter.ts';
import type { ProjectTables } from '../../schema.ts';
import { readOpenAsTold } from '../is-open-as-told.ts';
import { holdStudyRow } from '../../studies/change-places.ts';
import { type UntoldApplication, findDecidedStudy, holdUntold, updateTold } from '../write-decision.ts';

/** The queue of decisions; a job runs once the time to take one back unseen is over (AP3). */
export const DECISIONS: Queue<{ decisionId: string }> = { name: 'decisions' };

/**
 * Tells the applicants of a decision how they stand, if it still stands (NT4). A second run notifies nobody. By this
 * the study may become full, or open again, for all who wait; their open pages are notified.
 */
export async function tellDecision(
  deps: Pick<Deps, 'db' | 'jobs' | 'config' | 'openPages'>,
  { decisionId }: { decisionId: string },
): Promise<void> {
  const told = await transaction(deps.db, async (trx) => {
    const studyId = await findDecidedStudy(trx, decisionId);
    if (studyId === undefined) return undefined;
    await holdStudyRow(trx, studyId);
    return tellUntold(deps, trx, decisionId);
  });
  if (told) notifyTold(deps, told);
}

interface Told {
  told: readonly UntoldApplication[];
  /** The study that is full or open by that, to all who wait. */
  movedId: string | undefined;
}

/** In the transaction that holds the study; what it gives is for notifyTold after it. */
export async function tellUntold(
  { jobs, config }: Pick<Deps, 'jobs' | 'config'>,
  trx: Transaction<ProjectTables>,
  decisionId: string,
): Promise<Told> {
  const untold = await holdUntold(trx, decisionId);
  const [one] = untold;
  if (!one) return { told: [], movedId: undefined };
  const wasOpen = await readOpenAsTold(trx, one.studyId);
  await updateTold(trx, untold);
  await insertNotifications(trx, untold.map(newsOf));
  const rejected = untold.filter(({ status }) => status !== 'ACCEPTED').map(({ id }) => id);
  await endBookingsOf({ jobs, config }, trx, rejected, { by: 'RESEARCHER', reason: '', decidedAt: one.at });
  await queueLetters({ jobs }, trx, untold.flatMap(letterOf));
  const hasMoved = wasOpen !== (await readOpenAsTold(trx, one.studyId));
  return { told: untold, movedId: hasMoved ? one.studyId : undefined };
}

export function notifyTold({ openPages }: Pick<Deps, 'openPages'>, { told, movedId }: Told): void {
  openPages.notify(told.map(({ applicantId }) => applicantId));
  if (movedId !== undefined) openPages.notifyApplicants(movedId);
}

/** Of an application that is under review again there is nothing to write. */
function letterOf({ applicantId: userId, stepId: about, status }: UntoldApplication): AskedLetter[] {
  if (status === 'ACCEPTED') return [{ userId, kind: 'APPLICATION_ACCEPTED', about }];
  return status === 'DECLINED' ? [{ userId, kind: 'APPLICATION_DECLINED', about }] : [];
}

/** What its applicant is told of how an application stands. */
export function newsOf(application: UntoldApplication): News {
  const { applicantId, stepId } = application;
  return { userId: applicantId, key: `told:${stepId}`, ...contentOf(application) };
}

function contentOf({ studyId, publicName, status, reason }: UntoldApplication): NotificationContent {
  const params = { studyId, study: publicName };
  if (status === 'ACCEPTED') return { kind: 'ACCEPTED', params };
  return reason === null
    ? { kind: 'UNDER_REVIEW_AGAIN', params }
    : { kind: 'DECLINED', params: { ...params, reason } };
}
