import type { Db } from '../schema.ts';

/** Slots are locked in ascending order, which prevents deadlocks. */
export async function lockSlots(trx: Db, studyId: string, instants: readonly Date[]): Promise<void> {
  await trx
    .selectFrom('project.study_slots')
    .select('starts_at')
    .where('study_id', '=', studyId)
    .where('starts_at', 'in', instants)
    .orderBy('starts_at')
    .forUpdate()
    .execute();
}
