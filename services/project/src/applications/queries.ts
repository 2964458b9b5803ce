import { sql } from 'kysely';
import type { ApplicantRemarks } from '@app/contracts/project/applicants.ts';
import type { ApplicationStatus, Db } from '../schema.ts';
import { mayManageStudy } from '../studies/policy.ts';

/**
 * Withdraws for good and returns the status before; undefined if it is withdrawn or declined already.
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
        .where('status', 'not in', ['WITHDRAWN', 'DECLINED'])
        .forUpdate(),
    )
    .with('moved', (cte) =>
      cte
        .updateTable('project.applications as application')
        .from('held')
        .set({
          status: 'WITHDRAWN',
          last_step_id: sql<string>`gen_random_uuid()`,
        })
        .whereRef('application.application_id', '=', 'held.application_id')
        .returning(['application.application_id', 'application.applicant_id', 'application.last_step_id']),
    )
    .with('step', (cte) =>
      cte
        .insertInto('project.application_steps')
        .columns(['step_id', 'application_id', 'decision_id', 'status', 'by_user_id'])
        .expression(
          cte
            .selectFrom('moved')
            .select([
              sql<string>`moved.last_step_id`.as('step_id'),
              'moved.application_id',
              sql<string>`${decisionId}::uuid`.as('decision_id'),
              sql<ApplicationStatus>`'WITHDRAWN'`.as('status'),
              'moved.applicant_id',
            ]),
        ),
    )
    .selectFrom('held')
    .select('held.status')
    .executeTakeFirst();
  return row?.status;
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
      // Of who has taken their consent back nothing is written.
      remarks: sql<string>`case when consent_taken_back_at is null then coalesce(${remarks ?? null}::text, remarks) else remarks end`,
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
