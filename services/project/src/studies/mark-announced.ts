import { sql } from 'kysely';
import type { Db } from '../schema.ts';

/** Everybody whom the study fits has been told of it. It is no change of what the study says. */
export async function markAnnounced(trx: Db, studyId: string): Promise<void> {
  await trx
    .updateTable('project.studies')
    .set({ announced_at: sql<Date>`now()` })
    .where('study_id', '=', studyId)
    .execute();
}
