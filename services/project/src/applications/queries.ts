import { sql } from 'kysely';
import type { ApplicantRemarks, Decision } from '@app/contracts/project/applicants.ts';
import type { StudyApplication } from '@app/contracts/project/applications.ts';
import type { StudyStanding } from '@app/contracts/project/studies.ts';
import { anyOf } from '@app/kit/any-of.ts';
import { compileOnce } from '@app/kit/compile-once.ts';
import type { News, NewsValues } from '../inbox/insert-notification.ts';
import { insertNewsIfAny, valuesOfNews } from '../inbox/insert-notification.ts';
import { mayManageStudy } from '../studies/policy.ts';
import { standingOf } from '../studies/standing.ts';
import type { ApplicationStatus, Db } from '../schema.ts';
import type { UntoldApplication } from './hold-applications.ts';

interface NewApplication {
  id: string;
  studyId: string;
  applicantId: string;
  responses: StudyApplication['responses'];
  isQualified: boolean;
  appliedAt?: Date;
}

const insertedApplication = compileOnce(
  (
    value: Omit<NewApplication, 'responses' | 'appliedAt'> &
      NewsValues & { responsesAsText: string; appliedAt: Date | null },
    db: Db,
  ) =>
    db
      .with('study', (cte) =>
        cte
          .selectFrom('project.studies')
          .select(['study_id', 'state', 'is_open'])
          .where('study_id', '=', value.studyId)
          .where('state', '<>', 'DRAFT')
          .where('deleted_at', 'is', null)
          .forShare(),
      )
      .with('applied', (cte) =>
        cte
          .insertInto('project.applications')
          .columns(['application_id', 'study_id', 'applicant_id', 'responses', 'is_qualified', 'applied_at'])
          .expression(
            cte
              .selectFrom('study')
              .select([
                sql<string>`${value.id}::uuid`.as('application_id'),
                'study.study_id',
                sql<string>`${value.applicantId}::uuid`.as('applicant_id'),
                sql<string>`${value.responsesAsText}::jsonb`.as('responses'),
                sql<boolean>`${value.isQualified}::boolean`.as('is_qualified'),
                sql<Date>`coalesce(${value.appliedAt}::timestamptz, now())`.as('applied_at'),
              ])
              .where('study.is_open', '=', true),
          )
          .onConflict((conflict) => conflict.doNothing())
          .returning(['study_id', 'applied_at']),
      )
      .with('told', () => insertNewsIfAny('applied', value))
      .selectFrom('study')
      .leftJoin('applied', 'applied.study_id', 'study.study_id')
      .select(['study.state', 'study.is_open as isOpen', 'applied.applied_at as appliedAt']),
);

/**
 * How the study stands, and when the application came in: null where the study is not open, or this person's application is
 * there already. Undefined where participants see nothing of the study. The unique key decides (D-29), and the study
 * cannot be paused, filled, closed or deleted until the transaction ends. What came in is news to somebody at once: one
 * statement is a transaction, and a whole one costs three more round trips.
 */
export async function insertApplication(
  db: Db,
  { responses, appliedAt, ...rest }: NewApplication,
  news?: News,
): Promise<{ standing: StudyStanding; appliedAt: Date | null } | undefined> {
  const responsesAsText = JSON.stringify(responses);
  const values = { ...rest, ...valuesOfNews(news), responsesAsText, appliedAt: appliedAt ?? null };
  const [row] = await insertedApplication(db, values);
  return row && { standing: standingOf(row), appliedAt: row.appliedAt };
}

/** From which status an application comes to each. */
const COMES_FROM = {
  ACCEPTED: ['PENDING'],
  DECLINED: ['PENDING'],
  PENDING: ['ACCEPTED', 'DECLINED'],
} as const satisfies Record<Decision['status'], ApplicationStatus[]>;

export function canBecome(wanted: Decision['status'], status: ApplicationStatus): boolean {
  return COMES_FROM[wanted].some((from) => from === status);
}

/** Moves applications that are held, each with a step that its applicant has not been told. */
export async function updateDecided(
  trx: Db,
  applicationIds: readonly string[],
  decision: Pick<Decision, 'status' | 'reason' | 'note'> & { id: string; byUserId: string; at?: Date },
): Promise<void> {
  await trx
    .with('moved', (cte) =>
      cte
        .updateTable('project.applications')
        .set({ status: decision.status, last_step_id: sql<string>`gen_random_uuid()` })
        .where('application_id', '=', anyOf(applicationIds))
        .where('status', 'in', COMES_FROM[decision.status])
        .returning(['application_id', 'last_step_id']),
    )
    .insertInto('project.application_steps')
    .columns(['step_id', 'application_id', 'decision_id', 'status', 'by_user_id', 'reason', 'note', 'at'])
    .expression((eb) =>
      eb
        .selectFrom('moved')
        .select([
          sql<string>`moved.last_step_id`.as('step_id'),
          'moved.application_id',
          sql<string>`${decision.id}::uuid`.as('decision_id'),
          sql<ApplicationStatus>`${decision.status}::text`.as('status'),
          sql<string>`${decision.byUserId}::uuid`.as('by_user_id'),
          sql<Decision['reason']>`${decision.reason ?? null}::text`.as('reason'),
          sql<string>`nullif(${decision.note ?? null}::text, '')`.as('note'),
          sql<Date>`coalesce(${decision.at ?? null}::timestamptz, clock_timestamp())`.as('at'),
        ]),
    )
    .execute();
}

/**
 * Withdraws for good, and gives the status that was left; undefined where it is withdrawn already, or its applicant was
 * told that it is declined. What they were not told does not bind them.
 */
export async function updateWithdrawn(
  trx: Db,
  {
    applicationId,
    applicantId,
    decisionId,
  }: { applicationId: string; applicantId: string; decisionId: string },
): Promise<ApplicationStatus | undefined> {
  const row = await trx
    .with('held', (cte) =>
      cte
        .selectFrom('project.applications')
        .select(['application_id', 'status'])
        .where('application_id', '=', applicationId)
        .where('applicant_id', '=', applicantId)
        .where('status', '<>', 'WITHDRAWN')
        .where('told_status', '<>', 'DECLINED')
        .forUpdate(),
    )
    .with('moved', (cte) =>
      cte
        .updateTable('project.applications as application')
        .from('held')
        .set({
          status: 'WITHDRAWN',
          told_status: 'WITHDRAWN',
          last_step_id: sql<string>`gen_random_uuid()`,
        })
        .whereRef('application.application_id', '=', 'held.application_id')
        .returning(['application.application_id', 'application.applicant_id', 'application.last_step_id']),
    )
    .with('step', (cte) =>
      cte
        .insertInto('project.application_steps')
        .columns(['step_id', 'application_id', 'decision_id', 'status', 'by_user_id', 'told_at'])
        .expression(
          cte
            .selectFrom('moved')
            .select([
              sql<string>`moved.last_step_id`.as('step_id'),
              'moved.application_id',
              sql<string>`${decisionId}::uuid`.as('decision_id'),
              sql<ApplicationStatus>`'WITHDRAWN'`.as('status'),
              'moved.applicant_id',
              sql<Date>`now()`.as('told_at'),
            ]),
        ),
    )
    .selectFrom('held')
    .select('held.status')
    .executeTakeFirst();
  return row?.status;
}

/** From now on the applicants see these applications as they stand. */
export async function updateTold(
  trx: Db,
  applications: readonly Pick<UntoldApplication, 'id' | 'stepId'>[],
): Promise<void> {
  const of = <Key extends 'id' | 'stepId'>(key: Key) => applications.map((application) => application[key]);
  await trx
    .updateTable('project.applications')
    .set((eb) => ({ told_status: eb.ref('status') }))
    .where('application_id', '=', anyOf(of('id')))
    .execute();
  await trx
    .updateTable('project.application_steps')
    .set({ told_at: sql<Date>`now()` })
    .where('step_id', '=', anyOf(of('stepId')))
    .execute();
}

/** What is not given stays; undefined if no such application is in a study of this researcher. */
export async function updateRemarks(
  db: Db,
  { studyId, applicationId, userId }: { studyId: string; applicationId: string; userId: string },
  { remarks, isFavourite }: ApplicantRemarks,
): Promise<{ id: string; remarks: string; isFavourite: boolean } | undefined> {
  return db
    .updateTable('project.applications')
    .set({
      remarks: sql<string>`coalesce(${remarks ?? null}::text, remarks)`,
      is_favourite: sql<boolean>`coalesce(${isFavourite ?? null}::boolean, is_favourite)`,
    })
    .where('application_id', '=', applicationId)
    .where('study_id', 'in', (eb) =>
      eb
        .selectFrom('project.studies as study')
        .select('study.study_id')
        .where('study.study_id', '=', studyId)
        .where(mayManageStudy(userId)),
    )
    .returning(['application_id as id', 'remarks', 'is_favourite as isFavourite'])
    .executeTakeFirst();
}
