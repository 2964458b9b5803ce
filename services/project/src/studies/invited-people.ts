import { sql } from 'kysely';
import type { ResultOf } from '@app/contracts/endpoint.ts';
import type { readInvitedStudy } from '@app/contracts/project/invited.ts';
import type { Db } from '../schema.ts';

/** As somebody stands to it who is invited; undefined where it is erased, or none that lists invite to. */
export async function findInvitedStudy(
  db: Db,
  { studyId, userId }: { studyId: string; userId: string | null },
): Promise<ResultOf<typeof readInvitedStudy> | undefined> {
  const { rows } = await sql<Omit<ResultOf<typeof readInvitedStudy>, 'endedAt'> & { endedAt: Date | null }>`
    select project.creator_id as "researcherId", study.public_name as "publicName",
      study.duration_in_minutes as "durationInMinutes", study.incentive, study.is_by_list as "isByList", study.state,
      case when study.ethics ->> 'approval' = 'APPROVED'
        then jsonb_build_object('committee', study.ethics ->> 'committee', 'number', study.ethics ->> 'number')
      end as approval,
      study.is_open as "isOpen", coalesce(study.deleted_at, study.closed_at) as "endedAt",
      exists (select from project.applications as application
        where application.study_id = study.study_id and application.applicant_id = ${userId}::uuid) as "hasApplied"
    from project.studies as study join project.projects as project using (project_id)
    where study.study_id = ${studyId}`.execute(db);
  const [study] = rows;
  return study && { ...study, endedAt: study.endedAt?.toISOString() ?? null };
}

/** False if the study is not there. Who has left is passed over. */
export async function insertInvited(
  db: Db,
  { studyId, userId }: { studyId: string; userId: string },
): Promise<boolean> {
  const { rows } = await sql<{ isThere: boolean }>`
    with study as (select study_id from project.studies where study_id = ${studyId} for key share), added as (
      insert into project.invited_people (study_id, participant_id) select study_id, ${userId}::uuid from study
      on conflict do nothing)
    select exists (select from study) as "isThere"`.execute(db);
  return rows[0]?.isThere === true;
}

/** Of somebody who leaves. */
export async function deleteInvitationsOf(trx: Db, participantId: string): Promise<void> {
  await trx.deleteFrom('project.invited_people').where('participant_id', '=', participantId).execute();
}
