import { randomUUIDv7 } from 'node:crypto';
import { sql } from 'kysely';
import type { NotificationContent } from '@app/contracts/project/notification-kinds.ts';
import type { Db } from '../schema.ts';
import { RETENTION } from '@app/contracts/retention.ts';
import { ago, deleteSome } from '@app/kit/retention-job.ts';

export type NewNotification = NotificationContent & {
  userId: string;
  key: string;
  createdAt?: Date;
};

/** The id of each person is added to `key`. */
export type SharedNotification = NotificationContent & { key: string };

export async function insertNotification(db: Db, notification: NewNotification): Promise<void> {
  await insertNotifications(db, [notification]);
}

/** Returns the people who did not have this notification yet. */
export async function insertNotifications(db: Db, all: readonly NewNotification[]): Promise<string[]> {
  const { rows } = await sql<{ notified: string[] }>`
    select project.insert_notifications(${notificationsJson(all)}::jsonb) as notified`.execute(db);
  return rows[0]?.notified ?? [];
}

export const notificationsJson = (all: readonly NewNotification[]): string =>
  JSON.stringify(all.map((notification) => ({ id: randomUUIDv7(), ...notification })));

export async function insertSameNotification(
  db: Db,
  userIds: readonly string[],
  { key, kind, params }: SharedNotification,
): Promise<string[]> {
  if (userIds.length === 0) return [];
  const { rows } = await sql<{ userId: string }>`
    insert into project.notifications (notification_id, user_id, key, kind, params)
    select gen_random_uuid(), user_id, ${key}::text || ':' || user_id, ${kind}::text, ${JSON.stringify(params)}::jsonb
    from unnest(${userIds}::uuid[]) as user_id
    on conflict (key) do nothing
    returning user_id as "userId"`.execute(db);
  return rows.map(({ userId }) => userId);
}

export async function deletePersonNotifications(trx: Db, userId: string): Promise<void> {
  await trx.deleteFrom('project.notifications').where('user_id', '=', userId).execute();
}

export async function markNotificationsRead(trx: Db, userId: string, keyStart: string): Promise<void> {
  await sql`
    update project.notifications set is_read = true, read_at = now()
    where user_id = ${userId} and not is_read and starts_with(key, ${keyStart})`.execute(trx);
}

const from = { table: 'project.notifications', key: 'notification_id' };

export function deleteOldNotifications(db: Db, most: number): Promise<number> {
  const where = sql`created_at < ${ago(RETENTION.notifications)} or read_at < ${ago(RETENTION.readNotifications)}`;
  return deleteSome(db, most, { ...from, where });
}

export function deleteOldOpeningNotifications(db: Db, most: number): Promise<number> {
  const where = sql`kind = 'STUDY_FITS' and created_at < ${ago(RETENTION.openings)}`;
  return deleteSome(db, most, { ...from, where });
}
