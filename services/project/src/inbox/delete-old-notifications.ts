import { sql } from 'kysely';
import { RETENTION } from '@app/contracts/retention.ts';
import { ago, deleteSome } from '@app/kit/sweep.ts';
import type { Db } from '../schema.ts';

const from = { table: 'project.notifications', key: 'notification_id' };

/** Old ones, and sooner those that were read. */
export function deleteOldNotifications(db: Db, most: number): Promise<number> {
  const where = sql`created_at < ${ago(RETENTION.notifications)} or read_at < ${ago(RETENTION.readNotifications)}`;
  return deleteSome(db, most, { ...from, where });
}

/** That a study opened is no news for long, read or not. */
export function deleteOldOpenings(db: Db, most: number): Promise<number> {
  const where = sql`kind = 'STUDY_FITS' and created_at < ${ago(RETENTION.openings)}`;
  return deleteSome(db, most, { ...from, where });
}
