import { sql } from 'kysely';
import type { ApplicantRemarks } from '@app/contracts/project/applicants.ts';
import type { Db } from '../../schema.ts';
import { mayManageStudy } from '../../studies/policy.ts';

/** Returns undefined if the researcher does not own the study. */
export async function updateRemarks(
  db: Db,
  { studyId, applicationId, userId }: { studyId: string; applicationId: string; userId: string },
  { remarks, isFavourite }: ApplicantRemarks,
): Promise<{ id: string; remarks: string; isFavourite: boolean } | undefined> {
  return db
    .updateTable('project.applications')
    .set({
      // After the applicant has withdrawn the consent, no new remarks are stored.
      remarks: sql<string>`case when consent_withdrawn_at is null then coalesce(${remarks ?? null}::text, remarks) else remarks end`,
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
