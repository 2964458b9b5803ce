import { sql } from 'kysely';
import { RETENTION } from '@app/contracts/retention.ts';
import { ago } from '@app/kit/retention-job.ts';
import type { Db } from '../schema.ts';

/** The profile values of the application stay, because the researcher's counts use them. */
export async function eraseAnswers(trx: Db, userId: string): Promise<void> {
  await trx.deleteFrom('project.draft_answers').where('participant_id', '=', userId).execute();
  await trx.deleteFrom('project.participant_codes').where('participant_id', '=', userId).execute();
  await trx
    .updateTable('project.applications')
    .set({ responses: '[]', remarks: '', is_favourite: false })
    .where('applicant_id', '=', userId)
    .execute();
  await sql`
    update project.application_steps as step set note = null from project.applications as application
    where step.note is not null and application.application_id = step.application_id
      and application.applicant_id = ${userId}`.execute(trx);
  await sql`
    update project.application_steps as step set note = null
    from project.applications as application, project.studies as study, project.projects as project
    where step.note is not null and application.application_id = step.application_id
      and study.study_id = application.study_id and project.project_id = study.project_id
      and project.creator_id = ${userId}`.execute(trx);
  await sql`
    update project.applications as application set remarks = ''
    from project.studies as study, project.projects as project
    where application.remarks <> '' and study.study_id = application.study_id
      and project.project_id = study.project_id and project.creator_id = ${userId}`.execute(trx);
}

export async function eraseAnswersOfStudy(db: Db, studyId: string): Promise<void> {
  await db
    .updateTable('project.applications')
    .set({ responses: '[]', remarks: '' })
    .where('study_id', '=', studyId)
    .where((eb) => eb.or([eb(sql<string>`responses::text`, '<>', '[]'), eb('remarks', '<>', '')]))
    .execute();
  await sql`
    update project.application_steps as step set note = null from project.applications as application
    where step.note is not null and application.application_id = step.application_id
      and application.study_id = ${studyId}`.execute(db);
}

/** Returns undefined if the consent was already withdrawn. */
export async function eraseAnswersOfWithdrawnConsent(
  trx: Db,
  { applicationId, applicantId }: { applicationId: string; applicantId: string },
): Promise<{ hadAgreed: boolean } | undefined> {
  const erased = await trx
    .updateTable('project.applications')
    .set({
      responses: '[]',
      remarks: '',
      is_favourite: false,
      consent_withdrawn_at: sql<Date>`now()`,
    })
    .where('application_id', '=', applicationId)
    .where('applicant_id', '=', applicantId)
    .where('consent_withdrawn_at', 'is', null)
    .returning('consent_version as version')
    .executeTakeFirst();
  if (!erased) return undefined;
  await trx
    .updateTable('project.application_steps')
    .set({ note: null })
    .where('application_id', '=', applicationId)
    .execute();
  return { hadAgreed: erased.version > 0 };
}

const NIL_UUID = '00000000-0000-0000-0000-000000000000';

/** Each statement deletes few rows by key and skips locked ones. Returns the number of deleted rows. */
export async function deleteOldDraftAnswers(db: Db, batch: number): Promise<number> {
  let all = 0;
  for (let after = { studyId: NIL_UUID, participantId: NIL_UUID }; ;) {
    const { rows } = await sql<{ studyId: string; participantId: string; gone: number }>`
      with batch as materialized (
        select study_id, participant_id from project.draft_answers
        where (study_id, participant_id) > (${after.studyId}::uuid, ${after.participantId}::uuid)
        order by study_id, participant_id limit ${batch}
      ), old as (
        select draft.study_id, draft.participant_id
        from project.draft_answers as draft
        join batch using (study_id, participant_id)
        join project.studies as study using (study_id)
        where draft.kept_at <= ${ago(RETENTION.draftAnswers)}
          or study.state = 'CLOSED' or study.deleted_at is not null
          or exists (
            select from project.applications as application
            where application.study_id = draft.study_id and application.applicant_id = draft.participant_id)
        for update of draft skip locked
      ), gone as (
        delete from project.draft_answers as draft using old
        where draft.study_id = old.study_id and draft.participant_id = old.participant_id
        returning 1
      )
      select study_id as "studyId", participant_id as "participantId",
        (select count(*)::int from gone) as gone
      from batch order by study_id desc, participant_id desc limit 1`.execute(db);
    const [last] = rows;
    if (!last) return all;
    all += last.gone;
    after = last;
  }
}
