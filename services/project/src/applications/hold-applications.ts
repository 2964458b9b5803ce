import { anyOf } from '@app/kit/any-of.ts';
import type { Db } from '../schema.ts';

/** Holds those of the study's applications that there are; the study is held already. */
export async function holdApplications(trx: Db, studyId: string, applicationIds: readonly string[]) {
  return trx
    .selectFrom('project.applications as application')
    .leftJoin('project.application_steps as step', 'step.step_id', 'application.last_step_id')
    .select(['application.application_id as id', 'application.status', 'step.decision_id as decisionId'])
    .where('application.study_id', '=', studyId)
    .where('application.application_id', '=', anyOf(applicationIds))
    .orderBy('application.application_id')
    .forUpdate('application')
    .execute();
}
export type HeldApplication = Awaited<ReturnType<typeof holdApplications>>[number];

/** The study that is to be held before its applications; a decision is about one. */
export async function findDecidedStudy(trx: Db, decisionId: string): Promise<string | undefined> {
  const row = await trx
    .selectFrom('project.application_steps as step')
    .innerJoin('project.applications as application', 'application.application_id', 'step.application_id')
    .select('application.study_id as studyId')
    .where('step.decision_id', '=', decisionId)
    .limit(1)
    .executeTakeFirst();
  return row?.studyId;
}

/**
 * Holds the applications that still stand as this decision left them and whose applicants do not know it. A decline after a
 * decline is news too: its reason may be another.
 */
export async function holdUntold(trx: Db, decisionId: string) {
  return trx
    .selectFrom('project.applications as application')
    .innerJoin('project.application_steps as step', 'step.step_id', 'application.last_step_id')
    .innerJoin('project.studies as study', 'study.study_id', 'application.study_id')
    .select([
      'application.application_id as id',
      'application.applicant_id as applicantId',
      'application.status',
      'step.step_id as stepId',
      'step.reason',
      'study.public_name as publicName',
    ])
    .where('step.decision_id', '=', decisionId)
    .where('step.told_at', 'is', null)
    .where((eb) =>
      eb.or([
        eb('application.status', '<>', eb.ref('application.told_status')),
        eb('application.status', '=', 'DECLINED'),
      ]),
    )
    .orderBy('application.application_id')
    .forUpdate('application')
    .execute();
}
export type UntoldApplication = Awaited<ReturnType<typeof holdUntold>>[number];
