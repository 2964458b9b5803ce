import { OPEN_HOURS } from '@app/contracts/project/meeting-choices.ts';
import { sql } from 'kysely';
import type { Db } from '../schema.ts';

const NO_TEXTS = { note: null, rejection_note: null, appeal_text: null, admin_reason: null };

/**
 * Submissions stay, because payment depends on them. If the participant has left, no one decides about them.
 * The text of a rejection stays while the participant may object.
 */
export async function eraseSubmissions(trx: Db, userId: string): Promise<void> {
  await trx
    .updateTable('project.submissions')
    .set({ status: 'RETURNED', final_at: null, rejection_reason: null })
    .where('participant_id', '=', userId)
    .where('status', 'in', ['SUBMITTED', 'REJECTION_REQUESTED'])
    .execute();
  await trx
    .updateTable('project.submissions as submission')
    .set(NO_TEXTS)
    .where(
      sql<boolean>`participant_id = ${userId} or not project.is_undecided(submission, ${OPEN_HOURS}::int) and study_id in (
        select study_id from project.studies join project.projects using (project_id) where creator_id = ${userId})`,
    )
    .execute();
}

export async function eraseSubmissionTextsOfStudy(db: Db, studyId: string): Promise<void> {
  await db.updateTable('project.submissions').set(NO_TEXTS).where('study_id', '=', studyId).execute();
}
