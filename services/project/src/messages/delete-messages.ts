import type { Db } from '../schema.ts';

/** All that was written about one study. */
export async function deleteMessagesOfStudy(db: Db, studyId: string): Promise<void> {
  await db.deleteFrom('project.threads').where('study_id', '=', studyId).execute();
}
