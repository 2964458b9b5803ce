import { sql } from 'kysely';
import type { HandlerResult } from '@app/contracts/endpoint.ts';
import type { readInvitedStudy } from '@app/contracts/project/invitations.ts';
import { transaction } from '@app/kit/database.ts';
import type { Db } from '../schema.ts';

export async function findStudyForInvitation(
  db: Db,
  { studyId, userId }: { studyId: string; userId: string | null },
): Promise<HandlerResult<typeof readInvitedStudy> | undefined> {
  const { rows } = await sql<
    Omit<HandlerResult<typeof readInvitedStudy>, 'endedAt'> & { endedAt: Date | null }
  >`
    select project.creator_id as "researcherId", study.public_name as "publicName",
      study.minutes as "durationInMinutes", study.survey is not null as "isOnline", study.incentive, study.is_invite_only as "isInviteOnly", study.state,
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

interface Invited {
  studyId: string;
  userId: string;
  invitationId: string;
  ownsAddress: boolean;
}

/** An invitation that was not used may pass to the owner of the invited address. */
export const admitInvited = (
  db: Db,
  { studyId, userId, invitationId, ownsAddress }: Invited,
): Promise<'STUDY_NOT_FOUND' | 'INVITATION_USED' | { usesInvitation: boolean }> =>
  transaction(db, async (trx) => {
    await sql`select pg_advisory_xact_lock(hashtext(${`project.invited_people ${invitationId}`}))`.execute(
      trx,
    );
    const holder = await trx
      .selectFrom('project.invited_people')
      .select(['participant_id as userId', 'owns_address as ownsAddress'])
      .where('invitation_id', '=', invitationId)
      .executeTakeFirst();
    if (holder && holder.userId !== userId) {
      const isTaken =
        !ownsAddress || holder.ownsAddress || !(await deleteUnusedInvitation(trx, studyId, holder.userId));
      if (isTaken) return 'INVITATION_USED';
    }
    const { rows } = await sql<{ hasStudy: boolean }>`
      with study as (select study_id from project.studies where study_id = ${studyId} for key share), added as (
        insert into project.invited_people as invited (study_id, participant_id, invitation_id, owns_address)
        select study_id, ${userId}::uuid, ${invitationId}::uuid, ${ownsAddress}::boolean from study
        on conflict (study_id, participant_id) do update
          set invitation_id = excluded.invitation_id, owns_address = true
          where excluded.owns_address and not invited.owns_address)
      select exists (select from study) as "hasStudy"`.execute(trx);
    if (rows[0]?.hasStudy !== true) return 'STUDY_NOT_FOUND';
    const used = await trx
      .selectFrom('project.invited_people')
      .select('participant_id')
      .where('invitation_id', '=', invitationId)
      .where('participant_id', '=', userId)
      .executeTakeFirst();
    return { usesInvitation: used !== undefined };
  });

/** A person who has applied keeps the invitation. */
async function deleteUnusedInvitation(trx: Db, studyId: string, userId: string): Promise<boolean> {
  // An application to an invite-only study locks this row first (`insertApplicationWithConsent`). So this
  // waits for an application in progress.
  await sql`select from project.matching_profiles where user_id = ${userId} for update`.execute(trx);
  const { rows } = await sql`
    delete from project.invited_people
    where study_id = ${studyId} and participant_id = ${userId} and not exists (
      select from project.applications where study_id = ${studyId} and applicant_id = ${userId})
    returning study_id`.execute(trx);
  return rows.length > 0;
}

export async function deleteParticipantInvitations(trx: Db, participantId: string): Promise<void> {
  await trx.deleteFrom('project.invited_people').where('participant_id', '=', participantId).execute();
}
