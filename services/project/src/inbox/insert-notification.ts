import { randomUUIDv7 } from 'node:crypto';
import { sql } from 'kysely';
import type { NotificationContent } from '@app/contracts/project/notification-kinds.ts';
import type { Db } from '../schema.ts';
import { RETENTION } from '@app/contracts/retention.ts';
import { ago, deleteSome } from '@app/kit/sweep.ts';

export type News = NotificationContent & {
  userId: string;
  /** Deduplication key: a second notification with it adds nothing. */
  key: string;
  createdAt?: Date;
};

/** One notification for many people; each person's key is this one with their id behind it. */
export type SameNews = NotificationContent & { key: string };

export async function insertNotification(db: Db, news: News): Promise<void> {
  await insertNotifications(db, [news]);
}

/** The values that `insertNewsIfAny` needs; without news there is no key. */
export const valuesOfNews = (news: News | undefined): unknown[] => [
  randomUUIDv7(),
  news?.userId ?? null,
  news?.key ?? null,
  news?.kind ?? null,
  JSON.stringify(news?.params ?? {}),
  news?.createdAt ?? null,
];

/**
 * Part of a statement in text that changes something: inserts a notification if the part named before it gave a row.
 * Its values stand in their places from `first` on.
 */
export const insertNewsIfAny = (part: string, first: number): string => `
  insert into project.notifications (notification_id, user_id, key, kind, params, created_at)
  select $${first}::uuid, $${first + 1}::uuid, $${first + 2}::text, $${first + 3}::text,
    $${first + 4}::jsonb, coalesce($${first + 5}::timestamptz, now())
  from ${part}
  where $${first + 2}::text is not null
  on conflict (key) do nothing
  returning key`;

/** The same for every `user_id` of the part named before it; each person's key ends in their id. */
export const insertSameNews = (part: string, { key, kind, params }: SameNews) => sql<{
  user_id: string;
}>`(
  insert into project.notifications (notification_id, user_id, key, kind, params)
  select gen_random_uuid(), user_id, ${key}::text || ':' || user_id, ${kind}::text, ${JSON.stringify(params)}::jsonb
  from ${sql.table(part)}
  on conflict (key) do nothing
  returning user_id
)`;

/** One of this kind for every row of the part named before it: `user_id`, `key`, `params`, `created_at`. */
export const insertEachNews = (part: string, kind: NotificationContent['kind']) => sql`(
  insert into project.notifications (notification_id, user_id, key, kind, params, created_at)
  select gen_random_uuid(), user_id, key, ${kind}::text, params, created_at from ${sql.table(part)}
  on conflict (key) do nothing
  returning user_id
)`;

/** Of several people at once; there is at least one. */
export async function insertNotifications(db: Db, all: readonly News[]): Promise<void> {
  await db
    .insertInto('project.notifications')
    .values(
      all.map((news) => ({
        notification_id: randomUUIDv7(),
        user_id: news.userId,
        key: news.key,
        kind: news.kind,
        params: sql`${JSON.stringify(news.params)}::jsonb`,
        created_at: news.createdAt ?? sql<Date>`now()`,
      })),
    )
    .onConflict((conflict) => conflict.column('key').doNothing())
    .execute();
}

export async function deleteNotificationsOf(trx: Db, userId: string): Promise<void> {
  await trx.deleteFrom('project.notifications').where('user_id', '=', userId).execute();
}

/** Those of a person whose key begins so: what they tell of has been seen where it stands. */
export async function markNewsRead(trx: Db, userId: string, keyStart: string): Promise<void> {
  await sql`
    update project.notifications set is_read = true, read_at = now()
    where user_id = ${userId} and not is_read and starts_with(key, ${keyStart})`.execute(trx);
}

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
