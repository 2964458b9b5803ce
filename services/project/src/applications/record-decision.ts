import { type Transaction, sql } from 'kysely';
import type { Decision } from '@app/contracts/project/applicants.ts';
import type { DECISION_REASONS } from '@app/contracts/project/application-choices.ts';
import type { NotificationContent } from '@app/contracts/project/notification-kinds.ts';
import { anyOfIds, transaction } from '@app/kit/database.ts';
import type { Queue } from '@app/kit/jobs.ts';
import type { Deps } from '../deps.ts';
import { type NewNotification, insertNotifications } from '../notifications/insert-notification.ts';
import { type EmailRequest, queueEmails } from '../emails/queue-email.ts';
import type { ApplicationStatus, Db, ProjectTables } from '../schema.ts';

export const COMES_FROM = {
  ACCEPTED: ['PENDING'],
  DECLINED: ['PENDING'],
  PENDING: ['ACCEPTED', 'DECLINED'],
} as const satisfies Record<Decision['status'], ApplicationStatus[]>;

type Reason = (typeof DECISION_REASONS)[number];

export async function updateDecided(
  trx: Db,
  applicationIds: readonly string[],
  decision: Pick<Decision, 'status' | 'note'> & {
    id: string;
    byUserId: string;
    reason?: Reason | undefined;
    at?: Date;
    /** States that the application may have before, instead of those in `COMES_FROM`. */
    from?: readonly ApplicationStatus[];
  },
): Promise<void> {
  await trx
    .with('updated', (cte) =>
      cte
        .updateTable('project.applications')
        .set({ status: decision.status, last_step_id: sql<string>`gen_random_uuid()` })
        .where('application_id', '=', anyOfIds(applicationIds))
        .where('status', 'in', decision.from ?? COMES_FROM[decision.status])
        .returning(['application_id', 'last_step_id']),
    )
    .insertInto('project.application_steps')
    .columns(['step_id', 'application_id', 'decision_id', 'status', 'by_user_id', 'reason', 'note', 'at'])
    .expression((eb) =>
      eb
        .selectFrom('updated')
        .select([
          sql<string>`updated.last_step_id`.as('step_id'),
          'updated.application_id',
          sql<string>`${decision.id}::uuid`.as('decision_id'),
          sql<ApplicationStatus>`${decision.status}::text`.as('status'),
          sql<string>`${decision.byUserId}::uuid`.as('by_user_id'),
          sql<Reason | null>`${decision.reason ?? null}::text`.as('reason'),
          sql<string>`nullif(${decision.note ?? null}::text, '')`.as('note'),
          sql<Date>`coalesce(${decision.at ?? null}::timestamptz, clock_timestamp())`.as('at'),
        ]),
    )
    .execute();
}

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

export async function updateNotifiedSteps(trx: Db, applicationIds: readonly string[]): Promise<void> {
  await trx
    .updateTable('project.applications')
    .set((eb) => ({ notified_step_id: eb.ref('last_step_id') }))
    .where('application_id', '=', anyOfIds(applicationIds))
    .execute();
}

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
