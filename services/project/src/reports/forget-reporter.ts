import type { Db } from '../schema.ts';

/** Of somebody who has left: what they wrote stays for its time, and no longer tells whose it is. */
export async function forgetReporter(trx: Db, userId: string): Promise<void> {
  await trx
    .updateTable('project.reports')
    .set({ reporter_id: null })
    .where('reporter_id', '=', userId)
    .execute();
}
