import { sql } from 'kysely';
import type { Notification } from '@app/contracts/project/notifications.ts';
import type { Db } from '../schema.ts';
import { columns, groupKey, isUnread, type NotificationReader, toNotification } from './reads.ts';

/** Returns undefined if the person has no notification with this id. */
export async function updateRead(
  db: Db,
  { userId, role }: NotificationReader,
  { id, read, withGroup = false }: { id: string; read: boolean; withGroup?: boolean | undefined },
): Promise<Notification | undefined> {
  const pressed = db
    .selectFrom('project.notifications')
    .where('notification_id', '=', id)
    .where('user_id', '=', userId);
  const rows = await db
    .updateTable('project.notifications')
    .set({ is_read: read, read_at: read ? sql<Date>`coalesce(read_at, now())` : null })
    .where('user_id', '=', userId)
    .where((eb) =>
      withGroup
        ? // Newer notifications were not shown yet, so they stay unread.
          eb.and([
            eb(groupKey, '=', pressed.select(groupKey.as('key'))),
            eb('created_at', '<=', pressed.select('created_at')),
          ])
        : eb('notification_id', '=', id),
    )
    .returning(columns)
    .execute();
  const row = rows.find((one) => one.id === id);
  return row && toNotification(row, role);
}

export async function updateAllRead(db: Db, userId: string): Promise<number> {
  const { numUpdatedRows } = await db
    .updateTable('project.notifications')
    .set({ is_read: true, read_at: sql<Date>`now()` })
    .where('user_id', '=', userId)
    .where(isUnread)
    .executeTakeFirst();
  return Number(numUpdatedRows);
}
