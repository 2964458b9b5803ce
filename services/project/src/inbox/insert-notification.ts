import { randomUUIDv7 } from 'node:crypto';
import { sql } from 'kysely';
import type { Db } from '../schema.ts';

export interface News {
  userId: string;
  /** What happened, once: a second telling of the same adds nothing. */
  key: string;
  message: string;
  path: string;
  createdAt?: Date;
}

export async function insertNotification(db: Db, news: News): Promise<void> {
  await insertNotifications(db, [news]);
}

/** News as the values of a statement; there is none without a key. */
export interface NewsValues {
  newsId: string;
  userId: string | null;
  key: string | null;
  message: string | null;
  path: string | null;
  createdAt: Date | null;
}

const NONE = { userId: null, key: null, message: null, path: null, createdAt: null };

export const valuesOfNews = (news: News | undefined): NewsValues => ({
  ...NONE,
  ...news,
  newsId: randomUUIDv7(),
});

/** Part of a statement that changes something: tells of it if the part named before it gave a row. */
export const insertNewsIfAny = (part: string, value: NewsValues) => sql<{ key: string }>`(
  insert into project.notifications (notification_id, user_id, key, message, path, created_at)
  select ${value.newsId}::uuid, ${value.userId}::uuid, ${value.key}::text, ${value.message}::text, ${value.path}::text,
    coalesce(${value.createdAt}::timestamptz, now())
  from ${sql.table(part)}
  where ${value.key}::text is not null
  on conflict (key) do nothing
  returning key
)`;

/** The same for every `user_id` of the part named before it; each person's key ends in their id. */
export const insertSameNews = (part: string, { key, message, path }: Omit<News, 'userId'>) => sql<{
  user_id: string;
}>`(
  insert into project.notifications (notification_id, user_id, key, message, path)
  select gen_random_uuid(), user_id, ${key}::text || ':' || user_id, ${message}, ${path} from ${sql.table(part)}
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
        message: news.message,
        path: news.path,
        ...(news.createdAt ? { created_at: news.createdAt } : {}),
      })),
    )
    .onConflict((conflict) => conflict.column('key').doNothing())
    .execute();
}
