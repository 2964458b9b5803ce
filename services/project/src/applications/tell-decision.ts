import { choiceWords } from '@app/contracts/messages/choices.ts';
import { notices } from '@app/contracts/messages/notices.ts';
import { transaction } from '@app/kit/database.ts';
import type { Queue } from '@app/kit/jobs.ts';
import type { Deps } from '../deps.ts';
import type { News } from '../notifications/queries.ts';
import { insertNotifications } from '../notifications/queries.ts';
import type { UntoldApplication } from './hold-applications.ts';
import { holdUntold } from './hold-applications.ts';
import { isFullAsTold } from './is-open-as-told.ts';
import { updateTold } from './queries.ts';

/** A decision is sent here when it is made, and told when it could be taken back unseen no more (AP3). */
export const DECISIONS: Queue<{ decisionId: string }> = { name: 'decisions' };

/**
 * Tells the applicants of a decision how they stand, where they still stand so (NT4). A second run tells nobody. With the
 * last place told, the study is full for all who wait, and their open pages show it.
 */
export async function tellDecision(
  { db, openPages }: Pick<Deps, 'db' | 'openPages'>,
  { decisionId }: { decisionId: string },
): Promise<void> {
  const { told, filledId } = await transaction(db, async (trx) => {
    const untold = await holdUntold(trx, decisionId);
    if (untold.length === 0) return { told: [] };
    await updateTold(trx, untold);
    await insertNotifications(trx, untold.map(newsOf));
    const accepted = untold.find(({ status }) => status === 'ACCEPTED');
    const isFilled = accepted !== undefined && (await isFullAsTold(trx, accepted.studyId));
    return { told: untold, filledId: isFilled ? accepted.studyId : undefined };
  });
  openPages.nudge(told.map(({ applicantId }) => applicantId));
  if (filledId !== undefined) openPages.nudgeApplicants(filledId);
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
