import { randomUUIDv7 } from 'node:crypto';
import type { ExpressionBuilder } from 'kysely';
import { sql } from 'kysely';
import type { Paging } from '@app/contracts/paging.ts';
import type { Notification } from '@app/contracts/project/notifications.ts';
import type { Db, ProjectTables } from '../schema.ts';

interface News {
  userId: string;
  /** What happened, once: a second telling of the same adds nothing. */
  key: string;
  message: string;
  path: string;
  createdAt?: Date;
}

export async function insertNotification(db: Db, news: News): Promise<void> {
  await db
    .insertInto('project.notifications')
    .values({
      notification_id: randomUUIDv7(),
      user_id: news.userId,
      key: news.key,
      message: news.message,
      path: news.path,
      ...(news.createdAt ? { created_at: news.createdAt } : {}),
    })
    .onConflict((conflict) => conflict.column('key').doNothing())
    .execute();
}

/** Tells every applicant of a study the same; their number has no bound here, so the database writes the rows. */
export async function insertNotificationForApplicants(
  db: Db,
  studyId: string,
  news: Omit<News, 'userId'>,
): Promise<void> {
  await db
    .insertInto('project.notifications')
    .columns(['notification_id', 'user_id', 'key', 'message', 'path'])
    .expression(
      db
        .selectFrom('project.applications')
        .select([
          sql<string>`gen_random_uuid()`.as('notification_id'),
          'applicant_id',
          sql<string>`${news.key}::text || ':' || applicant_id`.as('key'),
          sql<string>`${news.message}::text`.as('message'),
          sql<string>`${news.path}::text`.as('path'),
        ])
        .where('study_id', '=', studyId),
    )
    .onConflict((conflict) => conflict.column('key').doNothing())
    .execute();
}

const columns = [
  'notification_id as id',
  'message',
  'path',
  'is_read as read',
  'created_at as createdAt',
] as const;

export async function listNotifications(
  db: Db,
  userId: string,
  { page, size }: Paging,
): Promise<{ content: Notification[]; totalElements: number }> {
  const mine = (eb: ExpressionBuilder<ProjectTables, 'project.notifications'>) => eb('user_id', '=', userId);
  const [rows, { total }] = await Promise.all([
    db
      .selectFrom('project.notifications')
      .select(columns)
      .where(mine)
      .orderBy('created_at', 'desc')
      .orderBy('notification_id', 'desc')
      .limit(size)
      .offset(page * size)
      .execute(),
    db
      .selectFrom('project.notifications')
      .select((eb) => eb.fn.countAll<number>().as('total'))
      .where(mine)
      .executeTakeFirstOrThrow(),
  ]);
  return { content: rows.map(toNotification), totalElements: total };
}

/** The notification as it now stands, or undefined if the person has none of that id. */
export async function updateRead(
  db: Db,
  { id, userId, read }: { id: string; userId: string; read: boolean },
): Promise<Notification | undefined> {
  const row = await db
    .updateTable('project.notifications')
    .set({ is_read: read })
    .where('notification_id', '=', id)
    .where('user_id', '=', userId)
    .returning(columns)
    .executeTakeFirst();
  return row && toNotification(row);
}

/** How many there were to mark. */
export async function updateAllRead(db: Db, userId: string): Promise<number> {
  const { numUpdatedRows } = await db
    .updateTable('project.notifications')
    .set({ is_read: true })
    .where('user_id', '=', userId)
    .where('is_read', '=', false)
    .executeTakeFirst();
  return Number(numUpdatedRows);
}

function toNotification(row: Omit<Notification, 'createdAt'> & { createdAt: Date }): Notification {
  return { ...row, createdAt: row.createdAt.toISOString() };
}
