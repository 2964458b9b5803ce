import { sql } from 'kysely';
import { RETENTION } from '@app/contracts/retention.ts';
import { ago } from '@app/kit/sweep.ts';
import type { Db } from '../schema.ts';

/** A researcher may write remarks on a closed study for ever, so it is looked at again. */
const AGAIN = { days: 30 };

/** Studies that closed so long ago that their answers go, of which that was not done lately. */
export async function findLongClosed(db: Db, most: number): Promise<string[]> {
  const rows = await db
    .selectFrom('project.studies')
    .select('study_id as studyId')
    .where('state', '=', 'CLOSED')
    .where('closed_at', '<', ago(RETENTION.answersOfStudies))
    .where((eb) => eb.or([eb('answers_erased_at', 'is', null), eb('answers_erased_at', '<', ago(AGAIN))]))
    .limit(most)
    .execute();
  return rows.map(({ studyId }) => studyId);
}

export async function updateAnswersErased(db: Db, studyId: string): Promise<void> {
  await db
    .updateTable('project.studies')
    .set({ answers_erased_at: sql<Date>`now()` })
    .where('study_id', '=', studyId)
    .execute();
}
