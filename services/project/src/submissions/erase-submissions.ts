import type { Db } from '../schema.ts';

/** The submissions themselves stay recorded, because payment depends on them. */
export async function eraseSubmissionTexts(trx: Db, participantId: string): Promise<void> {
  await trx
    .updateTable('project.submissions')
    .set({ note: null, rejection_note: null })
    .where('participant_id', '=', participantId)
    .execute();
}

export async function eraseSubmissionTextsOfStudy(db: Db, studyId: string): Promise<void> {
  await db
    .updateTable('project.submissions')
    .set({ note: null, rejection_note: null })
    .where('study_id', '=', studyId)
    .execute();
}
