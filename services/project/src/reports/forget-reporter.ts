import type { Db } from '../schema.ts';
import { sql } from 'kysely';
import { RETENTION } from '@app/contracts/retention.ts';
import { ago, deleteSome } from '@app/kit/sweep.ts';

/** Of a person who has left: what they wrote stays for its time, without its author. */
export async function forgetReporter(trx: Db, userId: string): Promise<void> {
  await trx
    .updateTable('project.reports')
    .set({ reporter_id: null })
    .where('reporter_id', '=', userId)
    .execute();
}

/** The letter that was sent of each is what an admin works by. */
export function deleteOldReports(db: Db, most: number): Promise<number> {
  const where = sql`reported_on < ${ago(RETENTION.reports)}::date`;
  return deleteSome(db, most, { table: 'project.reports', key: 'report_id', where });
}
