import * as contract from '@app/contracts/project/notifications.ts';
import type { Route } from '@app/kit/route.ts';
import type { Notification } from '@app/contracts/project/notifications.ts';
import { sql } from 'kysely';
import type { Deps } from '../deps.ts';
import { insertNotification } from './write-notifications.ts';
import {
  listNotifications,
  columns,
  groupKey,
  isUnread,
  type NotificationReader,
  toNotification,
} from './reads.ts';
import type { Db } from '../schema.ts';

/** Returns undefined if the person has no notification with this id. */
async function updateRead(
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

async function updateAllRead(db: Db, userId: string): Promise<number> {
  const { numUpdatedRows } = await db
    .updateTable('project.notifications')
    .set({ is_read: true, read_at: sql<Date>`now()` })
    .where('user_id', '=', userId)
    .where(isUnread)
    .executeTakeFirst();
  return Number(numUpdatedRows);
}

export function notificationRoutes(
  route: Route,
  { db, openPages, notifyOfOpenings }: Pick<Deps, 'db' | 'openPages' | 'notifyOfOpenings'>,
): void {
  route(contract.listNotifications, async ({ query, viewer }) => {
    // Other open pages of this person still show the old count, so they are updated.
    if (query.page === 0) openPages.notify(await notifyOfOpenings(db, [viewer.userId]));
    const slice = await listNotifications(db, viewer, query);
    return { ...slice, size: query.size, number: query.page };
  });

  route(contract.watchNotifications, async ({ viewer }) => openPages.watch(viewer.userId));

  route(contract.markNotification, async ({ params, body, viewer, fail }) => {
    const marked = await updateRead(db, viewer, { id: params.id, ...body });
    if (!marked) return fail('NOTIFICATION_NOT_FOUND');
    openPages.notify([viewer.userId]);
    return marked;
  });

  route(contract.markAllNotificationsRead, async ({ viewer }) => {
    const markedCount = await updateAllRead(db, viewer.userId);
    if (markedCount > 0) openPages.notify([viewer.userId]);
    return { markedCount };
  });

  route(contract.notifyPerson, async ({ params, body }) => {
    // The prefix makes keys of other services different from our own.
    await insertNotification(db, {
      userId: params.userId,
      key: `identity:${body.key}`,
      kind: body.event,
      params: {},
    });
    openPages.notify([params.userId]);
  });
}
