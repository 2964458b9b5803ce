import { sql } from 'kysely';
import type { Db } from '../schema.ts';

/**
 * What somebody answered, what was remarked of them, and what they wrote with their decisions. That somebody applied stays, with the few
 * facts that their researcher counted by and without a name.
 */
export async function eraseAnswers(trx: Db, userId: string): Promise<void> {
  await trx.deleteFrom('project.begun_answers').where('participant_id', '=', userId).execute();
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

/** The same of everybody who applied to one study. */
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

/** The same of one application whose consent is taken back, and whether there was any; undefined if it was before. */
export async function eraseAnswersTakenBack(
  trx: Db,
  { applicationId, applicantId }: { applicationId: string; applicantId: string },
): Promise<{ hadAgreed: boolean } | undefined> {
  const erased = await trx
    .updateTable('project.applications')
    .set({
      responses: '[]',
      remarks: '',
      is_favourite: false,
      consent_taken_back_at: sql<Date>`now()`,
    })
    .where('application_id', '=', applicationId)
    .where('applicant_id', '=', applicantId)
    .where('consent_taken_back_at', 'is', null)
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
