import { GRACE_HOURS } from '@app/contracts/project/submission-choices.ts';
import { sql } from 'kysely';
import type { Db } from '../schema.ts';

/** If a place may change, the caller must lock the study first. */
export async function lockLastSubmission(trx: Db, own: { studyId: string; participantId: string }) {
  const application = await trx
    .selectFrom('project.applications as application')
    .innerJoin('project.studies as study', 'study.study_id', 'application.study_id')
    .innerJoin('project.projects as project', 'project.project_id', 'study.project_id')
    .select([
      'application.application_id as applicationId',
      'application.status as applicationStatus',
      'application.is_qualified as isQualified',
      'study.choosing',
      'study.survey',
      'project.creator_id as researcherId',
      'project.project_id as projectId',
      sql<boolean>`least(study.closes_on, (study.ethics ->> 'validUntil')::date) < (now() at time zone 'UTC')::date`.as(
        'isPast',
      ),
      sql<boolean>`application.consent_version < study.consent_version`.as('isConsentOutdated'),
      sql<boolean>`application.consent_withdrawn_at is not null`.as('hasWithdrawnConsent'),
      sql<boolean>`project.deleted_at is not null`.as('isDeleted'),
      sql<boolean>`exists (select from project.suspended_studies as own where own.study_id = study.study_id)`.as(
        'isSuspended',
      ),
    ])
    .where('application.study_id', '=', own.studyId)
    .where('application.applicant_id', '=', own.participantId)
    .forUpdate('application')
    .executeTakeFirst();
  if (!application) return undefined;
  const submissions = await trx
    .selectFrom('project.submissions')
    .select(['submission_id as id', 'status'])
    .select(sql<boolean>`expires_at > now() - ${GRACE_HOURS}::int * interval '1 hour'`.as('isInGrace'))
    .where('application_id', '=', application.applicationId)
    .orderBy('started_at', 'desc')
    .forUpdate()
    .execute();
  return { ...application, last: submissions[0], starts: submissions.length };
}
export type LockedSubmission = NonNullable<Awaited<ReturnType<typeof lockLastSubmission>>>;
