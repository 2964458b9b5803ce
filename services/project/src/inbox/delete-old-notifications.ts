import { sql } from 'kysely';
import { deleteSome } from '@app/kit/sweep.ts';
import type { Db } from '../schema.ts';

/** Of more than a year ago. */
export function deleteOldNotifications(db: Db, most: number): Promise<number> {
  return deleteSome(db, most, {
    table: 'project.notifications',
    key: 'notification_id',
    where: sql`created_at < now() - interval '1 year'`,
  });
}
