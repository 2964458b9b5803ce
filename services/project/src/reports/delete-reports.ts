import { sql } from 'kysely';
import { RETENTION } from '@app/contracts/retention.ts';
import { ago, deleteSome } from '@app/kit/sweep.ts';
import type { Db } from '../schema.ts';

/** The letter that was sent of each is what an admin works by. */
export function deleteOldReports(db: Db, most: number): Promise<number> {
  const where = sql`reported_on < ${ago(RETENTION.reports)}::date`;
  return deleteSome(db, most, { table: 'project.reports', key: 'report_id', where });
}
