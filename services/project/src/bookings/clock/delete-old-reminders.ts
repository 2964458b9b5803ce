import { sql } from 'kysely';
import { RETENTION } from '@app/contracts/retention.ts';
import { ago, deleteSome } from '@app/kit/sweep.ts';
import type { Db } from '../../schema.ts';

/** That somebody was reminded is kept as long as the notification of it. */
export function deleteOldReminders(db: Db, most: number): Promise<number> {
  const where = sql`starts_at < ${ago(RETENTION.notifications)}`;
  return deleteSome(db, most, { table: 'project.reminders', key: 'ctid', where });
}
