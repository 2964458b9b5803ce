import { randomUUIDv7 } from 'node:crypto';
import type { ExpressionBuilder } from 'kysely';
import { sql } from 'kysely';
import { today } from '@app/contracts/calendar.ts';
import type { Paging } from '@app/contracts/paging.ts';
import type { Notification } from '@app/contracts/project/notifications.ts';
import { anyOf } from '@app/kit/any-of.ts';
import { asynchronously } from '@app/kit/asynchronously.ts';
import { deleteSome } from '@app/kit/sweep.ts';
import type { Wanted } from '../people/facts.ts';
import type { Db, ProjectTables } from '../schema.ts';

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

/** People one after the other by their ids, so many in one go: some hundredths of a second. */
export interface Window {
  after: string;
  size: number;
}
export const FIRST_WINDOW: Window = { after: '00000000-0000-0000-0000-000000000000', size: 5000 };

interface Looked {
  last: string | null;
  scanned: number;
  told: string[];
}
const lookedAt = sql`
  select (select user_id from scanned order by user_id desc limit 1) as last,
    (select count(*) from scanned) as scanned, array(select user_id from told) as told`;
const NOBODY: Looked = { last: null, scanned: 0, told: [] };

/**
 * Tells those who still wait or are accepted, as they know it, of the next so many who have applied to a study. Gives the
 * last one looked at, how many those were, and who was told now.
 */
export async function insertClosings(
  trx: Db,
  studyId: string,
  { key, message, path }: Omit<News, 'userId'>,
  { after, size }: Window,
): Promise<Looked> {
  const { rows } = await sql<Looked>`
    with scanned as materialized (
      select applicant_id as user_id, told_status from project.applications
      where study_id = ${studyId} and applicant_id > ${after} order by applicant_id limit ${size}
    ), told as (
      insert into project.notifications (notification_id, user_id, key, message, path)
      select gen_random_uuid(), user_id, ${key}::text || ':' || user_id, ${message}, ${path} from scanned
      where told_status in ('PENDING', 'ACCEPTED')
      on conflict (key) do nothing
      returning user_id
    )
    ${lookedAt}`.execute(trx);
  return rows[0] ?? NOBODY;
}

/**
 * Tells those whom a study fits (the rule of people/facts.ts), of the next so many participants after an id, and who have
 * not applied. Gives the last one looked at, how many those were, and who was told now.
 */
export async function insertAnnouncements(
  trx: Db,
  study: Wanted & { studyId: string },
  { key, message, path }: Omit<News, 'userId'>,
  { after, size }: Window,
): Promise<Looked> {
  const { rows } = await sql<Looked>`
    with scanned as materialized (
      select user_id, birth_date, gender_bit, education_bit, income_bit, device_bits
      from project.participants where user_id > ${after} order by user_id limit ${size}
    ), told as (
      insert into project.notifications (notification_id, user_id, key, message, path)
      select gen_random_uuid(), user_id, ${key}::text || ':' || user_id, ${message}, ${path} from scanned
      where extract(year from age(${today()}::date, birth_date)) between ${study.minimumAge} and ${study.maximumAge}
        and gender_bit & ${study.genderBits} <> 0
        and education_bit & ${study.educationBits} <> 0
        and income_bit & ${study.incomeBits} <> 0
        and device_bits & ${study.deviceBits} <> 0
        and not exists (
          select from project.applications as application
          where application.study_id = ${study.studyId} and application.applicant_id = scanned.user_id)
      on conflict (key) do nothing
      returning user_id
    )
    ${lookedAt}`.execute(trx);
  return rows[0] ?? NOBODY;
}

type Condition = ExpressionBuilder<ProjectTables, 'project.notifications'>;
/** Spelled as in the index of the unread ones, which a parameter would hide from a prepared statement. */
const isUnread = (eb: Condition) => eb.not('is_read');

const columns = [
  'notification_id as id',
  'message',
  'path',
  'is_read as read',
  'created_at as createdAt',
] as const;

/** Newest first; only those that are read, or only those that are not, where that is asked for. */
export async function listNotifications(
  db: Db,
  userId: string,
  { page, size, read }: Paging & { read?: 'true' | 'false' | undefined },
): Promise<{ content: Notification[]; totalElements: number }> {
  const asked = (eb: Condition) => {
    const mine = eb('user_id', '=', userId);
    return read === undefined ? mine : eb.and([mine, read === 'true' ? eb.ref('is_read') : isUnread(eb)]);
  };
  const rows = await db
    .selectFrom('project.notifications')
    .select(columns)
    .where(asked)
    .orderBy('created_at', 'desc')
    .orderBy('notification_id', 'desc')
    .limit(size)
    .offset(page * size)
    .execute();
  const content = rows.map(toNotification);
  // A page that is not full is the last one, and tells the total by itself.
  if (rows.length < size && (rows.length > 0 || page === 0)) {
    return { content, totalElements: page * size + rows.length };
  }
  const { total } = await db
    .selectFrom('project.notifications')
    .select((eb) => eb.fn.countAll<number>().as('total'))
    .where(asked)
    .executeTakeFirstOrThrow();
  return { content, totalElements: total };
}

/** By person; who has none unread is not among them. */
export async function countUnread(db: Db, userIds: readonly string[]): Promise<Map<string, number>> {
  const rows = await db
    .selectFrom('project.notifications')
    .select((eb) => ['user_id as userId', eb.fn.countAll<number>().as('unread')])
    .where('user_id', '=', anyOf(userIds))
    .where(isUnread)
    .groupBy('user_id')
    .execute();
  return new Map(rows.map(({ userId, unread }) => [userId, unread]));
}

/** Which of these people have applied to one of the studies and, as they know it, wait or are accepted. */
export async function findWaiting(
  db: Db,
  studyIds: readonly string[],
  userIds: readonly string[],
): Promise<string[]> {
  const rows = await db
    .selectFrom('project.applications')
    .select('applicant_id as userId')
    .where('study_id', '=', anyOf(studyIds))
    .where('applicant_id', '=', anyOf(userIds))
    .where('told_status', 'in', ['PENDING', 'ACCEPTED'])
    .execute();
  return rows.map(({ userId }) => userId);
}

/**
 * Says something to every node. Whoever notifies holds up the commits of all who notify until the own one is on the disk,
 * so this one does not wait for the disk: what a crash takes with it, nobody would hear any more.
 */
export async function notifyNodes(db: Db, channel: string, payloads: readonly string[]): Promise<void> {
  await sql`
    with quick as (${asynchronously})
    select pg_notify(${channel}, payload) from quick, unnest(${payloads}::text[]) as payload`.execute(db);
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
    .where(isUnread)
    .executeTakeFirst();
  return Number(numUpdatedRows);
}

function toNotification(row: Omit<Notification, 'createdAt'> & { createdAt: Date }): Notification {
  return { ...row, createdAt: row.createdAt.toISOString() };
}

export function deleteOldNotifications(db: Db, most: number): Promise<number> {
  return deleteSome(db, most, {
    table: 'project.notifications',
    key: 'notification_id',
    where: sql`created_at < now() - interval '1 year'`,
  });
}
