import type { Transaction } from 'kysely';
import type { NotificationContent } from '@app/contracts/project/notification-kinds.ts';
import { transaction } from '@app/kit/database.ts';
import type { Queue } from '@app/kit/jobs.ts';
import type { Deps } from '../../deps.ts';
import { type News, insertNotifications } from '../../inbox/insert-notification.ts';
import { type AskedLetter, queueLetters } from '../../letters/queue-letter.ts';
import type { ProjectTables } from '../../schema.ts';
import {
  type UnnotifiedApplication,
  lockUnnotifiedApplications,
  updateNotifiedSteps,
} from '../write-decision.ts';

/** A job runs once a decision can no longer be undone (AP3). */
export const DECISIONS: Queue<{ decisionId: string }> = { name: 'decisions' };

/** Notifies the applicants of a decision that still stands (NT4). A second run notifies no one. */
export async function notifyDecision(
  deps: Pick<Deps, 'db' | 'jobs' | 'openPages'>,
  { decisionId }: { decisionId: string },
): Promise<void> {
  deps.openPages.notify(await transaction(deps.db, (trx) => notifyDecided(deps, trx, decisionId)));
}

/** Does the same within a transaction, and returns the ids of the people whose open pages are to be updated after it. */
export async function notifyDecided(
  { jobs }: Pick<Deps, 'jobs'>,
  trx: Transaction<ProjectTables>,
  decisionId: string,
): Promise<string[]> {
  const applications = await lockUnnotifiedApplications(trx, decisionId);
  if (applications.length === 0) return [];
  await updateNotifiedSteps(
    trx,
    applications.map(({ id }) => id),
  );
  await insertNotifications(trx, applications.map(decisionNotification));
  await queueLetters({ jobs }, trx, applications.flatMap(decisionEmail));
  return applications.map(({ applicantId }) => applicantId);
}

/** There is no email about an application that is under review again. */
function decisionEmail({ applicantId: userId, stepId: about, status }: UnnotifiedApplication): AskedLetter[] {
  if (status === 'ACCEPTED') return [{ userId, kind: 'APPLICATION_ACCEPTED', about }];
  return status === 'DECLINED' ? [{ userId, kind: 'APPLICATION_DECLINED', about }] : [];
}

export function decisionNotification(application: UnnotifiedApplication): News {
  const { applicantId, stepId } = application;
  return { userId: applicantId, key: `decision:${stepId}`, ...notificationContent(application) };
}

function notificationContent({
  studyId,
  publicName,
  status,
  reason,
}: UnnotifiedApplication): NotificationContent {
  const params = { studyId, study: publicName };
  if (status === 'ACCEPTED') return { kind: 'ACCEPTED', params };
  return reason === null
    ? { kind: 'UNDER_REVIEW_AGAIN', params }
    : { kind: 'DECLINED', params: { ...params, reason } };
}
