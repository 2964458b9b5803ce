import { choiceWords } from '@app/contracts/messages/choices.ts';
import { notices } from '@app/contracts/messages/notices.ts';
import { transaction } from '@app/kit/database.ts';
import type { Queue } from '@app/kit/jobs.ts';
import type { Deps } from '../../deps.ts';
import type { News } from '../../inbox/insert-notification.ts';
import { insertNotifications } from '../../inbox/insert-notification.ts';
import { readOpenAsTold } from '../is-open-as-told.ts';
import { holdStudyRow } from '../../studies/change-places.ts';
import type { UntoldApplication } from '../write-decision.ts';
import { findDecidedStudy, holdUntold, updateTold } from '../write-decision.ts';

/** A decision is sent here when it is made, and told when it could be taken back unseen no more (AP3). */
export const DECISIONS: Queue<{ decisionId: string }> = { name: 'decisions' };

/**
 * Tells the applicants of a decision how they stand, where they still stand so (NT4). A second run tells nobody. That may
 * fill the study for all who wait, or open it again, which their open pages show.
 */
export async function tellDecision(
  { db, openPages }: Pick<Deps, 'db' | 'openPages'>,
  { decisionId }: { decisionId: string },
): Promise<void> {
  const { told, movedId } = await transaction(db, async (trx) => {
    const studyId = await findDecidedStudy(trx, decisionId);
    if (studyId === undefined) return { told: [] };
    await holdStudyRow(trx, studyId);
    const untold = await holdUntold(trx, decisionId);
    if (untold.length === 0) return { told: [] };
    const wasOpen = await readOpenAsTold(trx, studyId);
    await updateTold(trx, untold);
    await insertNotifications(trx, untold.map(newsOf));
    const hasMoved = wasOpen !== (await readOpenAsTold(trx, studyId));
    return { told: untold, movedId: hasMoved ? studyId : undefined };
  });
  openPages.nudge(told.map(({ applicantId }) => applicantId));
  if (movedId !== undefined) openPages.nudgeApplicants(movedId);
}

/** How an application stands, in the words of its applicant's notification. */
export function newsOf(application: UntoldApplication): News {
  return {
    userId: application.applicantId,
    key: `told:${application.stepId}`,
    message: wordsFor(application),
    path: '/dashboard/studies',
  };
}

function wordsFor({ status, reason, publicName }: UntoldApplication): string {
  if (status === 'ACCEPTED') return notices.accepted(publicName);
  return reason === null
    ? notices.underReviewAgain(publicName)
    : notices.declined(publicName, choiceWords.declineReason[reason]);
}
