import { type Transaction, sql } from 'kysely';
import type { NotificationContent } from '@app/contracts/project/notification-kinds.ts';
import { transaction } from '@app/kit/database.ts';
import type { Queue } from '@app/kit/jobs.ts';
import type { Deps } from '../deps.ts';
import { type NewNotification, insertNotifications } from '../notifications/write-notifications.ts';
import { type EmailRequest, queueEmails } from '../emails/queue-email.ts';
import type { Db, ProjectTables } from '../schema.ts';
import { updateNotifiedSteps } from './write-decision.ts';

/**
 * Selects the applications whose state still results from this decision and whose status, reason or note
 * differs from the last notification.
 */
export async function lockUnnotifiedApplications(trx: Db, decisionId: string) {
  return trx
    .selectFrom('project.applications as application')
    .innerJoin('project.application_steps as step', 'step.step_id', 'application.last_step_id')
    .leftJoin('project.application_steps as notified', 'notified.step_id', 'application.notified_step_id')
    .innerJoin('project.studies as study', 'study.study_id', 'application.study_id')
    .select([
      'application.application_id as id',
      'application.applicant_id as applicantId',
      'application.status',
      'step.step_id as stepId',
      'step.reason',
      'study.study_id as studyId',
      'study.public_name as publicName',
      sql<boolean>`study.survey is not null`.as('isOnline'),
    ])
    .where('step.decision_id', '=', decisionId)
    .where(
      sql<boolean>`(step.status, step.reason, step.note)
        is distinct from (coalesce(notified.status, 'PENDING'), notified.reason, notified.note)`,
    )
    .orderBy('application.application_id')
    .forUpdate('application')
    .execute();
}
type UnnotifiedApplication = Awaited<ReturnType<typeof lockUnnotifiedApplications>>[number];

/** The job runs when the decision can no longer be undone. */
export const DECISIONS: Queue<{ decisionId: string }> = { name: 'decisions' };

/** Sends no notification if the decision no longer applies, or if the job runs again. */
export async function notifyDecision(
  deps: Pick<Deps, 'db' | 'jobs' | 'openPages'>,
  { decisionId }: { decisionId: string },
): Promise<void> {
  deps.openPages.notify(await transaction(deps.db, (trx) => notifyDecided(deps, trx, decisionId)));
}

/** Returns the people whose open pages the caller must update after the transaction. */
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
  // The schedule of surveys notifies of a place in an online study (submissions/emails.ts).
  const notified = applications.filter(({ isOnline, status }) => !isOnline || status !== 'ACCEPTED');
  await insertNotifications(trx, notified.map(decisionNotification));
  await queueEmails({ jobs }, trx, notified.flatMap(decisionEmail));
  return applications.map(({ applicantId }) => applicantId);
}

/** Returns undefined for a return to review, which has no email. */
function decisionEmail({
  applicantId: userId,
  stepId: about,
  status,
}: UnnotifiedApplication): EmailRequest[] {
  if (status === 'ACCEPTED') return [{ userId, kind: 'APPLICATION_ACCEPTED', about }];
  return status === 'DECLINED' ? [{ userId, kind: 'APPLICATION_DECLINED', about }] : [];
}

export function decisionNotification(application: UnnotifiedApplication): NewNotification {
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

/** Call this after the transaction. */
export function notifyPages(
  { openPages, openStudyCounts }: Pick<Deps, 'openPages' | 'openStudyCounts'>,
  change: { studyId: string; isOpenedOrFilled: boolean; userIds: readonly string[] },
): void {
  if (change.isOpenedOrFilled) {
    openStudyCounts.invalidate();
    openPages.notifyApplicants(change.studyId);
  }
  openPages.notify(change.userIds);
}
