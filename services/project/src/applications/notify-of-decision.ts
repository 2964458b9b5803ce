import { type Transaction, sql } from 'kysely';
import type { NotificationContent } from '@app/contracts/project/notification-kinds.ts';
import { anyOfIds, transaction } from '@app/kit/database.ts';
import type { Queue } from '@app/kit/jobs.ts';
import type { Deps } from '../deps.ts';
import { type NewNotification, insertNotifications } from '../notifications/write-notifications.ts';
import { type EmailRequest, queueEmails } from '../emails/queue-email.ts';
import type { Db, ProjectTables } from '../schema.ts';

/** In a query that joins the last step of an application as `step`. */
export const isLastStepUnnotified = sql<boolean>`step.step_id is distinct from application.notified_step_id`;

export async function updateNotifiedSteps(trx: Db, applicationIds: readonly string[]): Promise<void> {
  await trx
    .updateTable('project.applications')
    .set((eb) => ({ notified_step_id: eb.ref('last_step_id') }))
    .where('application_id', '=', anyOfIds(applicationIds))
    .execute();
}

/**
 * Selects the applications that this decision was the last to change, and whose applicants were last notified
 * of another status, reason or note.
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

/** This job runs when the decision can no longer be undone. */
export const DECISIONS: Queue<{ decisionId: string }> = { name: 'decisions' };

/** If the decision was undone, or if the job runs again, no notification is sent. */
export async function notifyDecision(
  deps: Pick<Deps, 'db' | 'jobs' | 'openPages'>,
  { decisionId }: { decisionId: string },
): Promise<void> {
  deps.openPages.notify(
    await transaction(deps.db, (trx) => notifyApplicantsOfDecision(deps, trx, decisionId)),
  );
}

/** After the transaction, the caller must update the open pages of the people that this returns. */
export async function notifyApplicantsOfDecision(
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
  // People with a place in an online study are notified by a scheduled job (submissions/emails.ts).
  const notified = applications.filter(({ isOnline, status }) => !isOnline || status !== 'ACCEPTED');
  await insertNotifications(trx, notified.map(decisionNotification));
  await queueEmails({ jobs }, trx, notified.flatMap(decisionEmail));
  return applications.map(({ applicantId }) => applicantId);
}

/** Returns undefined if the decision was undone, because there is no email about that. */
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

/** Must be called after the transaction. */
export function updateOpenPages(
  { openPages, openStudyCounts }: Pick<Deps, 'openPages' | 'openStudyCounts'>,
  change: { studyId: string; isOpenedOrFilled: boolean; userIds: readonly string[] },
): void {
  if (change.isOpenedOrFilled) {
    openStudyCounts.invalidate();
    openPages.notifyApplicants(change.studyId);
  }
  openPages.notify(change.userIds);
}
