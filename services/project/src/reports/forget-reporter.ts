import type { Db } from '../schema.ts';

/** Of a person who has left: what they wrote stays for its time, without its author. */
export async function forgetReporter(trx: Db, userId: string): Promise<void> {
  await trx
    .updateTable('project.reports')
    .set({ reporter_id: null })
    .where('reporter_id', '=', userId)
    .execute();
}
