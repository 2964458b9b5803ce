import { type RawBuilder, sql } from 'kysely';
import { RETENTION } from '@app/contracts/retention.ts';
import { ago } from '@app/kit/sweep.ts';
import type { Db } from '../schema.ts';

/** A researcher may write remarks on a closed study for ever, so it is looked at again. */
const AGAIN = { days: 30 };

/** Of `study`: studies that closed so long ago that their answers go, of which that was not done lately. `isOver` leaves others out. */
export async function findLongClosed(db: Db, most: number, isOver: RawBuilder<boolean>): Promise<string[]> {
  const rows = await db
    .selectFrom('project.studies as study')
    .select('study_id as studyId')
    .where('state', '=', 'CLOSED')
    .where('closed_at', '<', ago(RETENTION.answersOfStudies))
    .where((eb) => eb.or([eb('answers_erased_at', 'is', null), eb('answers_erased_at', '<', ago(AGAIN))]))
    .where(isOver)
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
