import { sql } from 'kysely';
import { today } from '@app/contracts/calendar.ts';
import type { SameNews } from '../inbox/insert-notification.ts';
import { insertSameNews } from '../inbox/insert-notification.ts';
import { fits } from '../matching/fits.ts';
import type { Db } from '../schema.ts';

const nameOf = (db: Db, studyId: string) =>
  db.selectFrom('project.studies').select('public_name').where('study_id', '=', studyId);

/** The name of an open study that still has to be announced. */
export async function findUnannouncedName(db: Db, studyId: string): Promise<string | undefined> {
  const unannounced = nameOf(db, studyId).where('is_open', '=', true).where('announced_at', 'is', null);
  return (await unannounced.executeTakeFirst())?.public_name;
}

/** What those who applied know a closed study by. */
export async function findClosedName(db: Db, studyId: string): Promise<string | undefined> {
  return (await nameOf(db, studyId).where('state', '=', 'CLOSED').executeTakeFirst())?.public_name;
}

/** People one after the other by their ids, so many in one go: some hundredths of a second. */
export interface Window {
  after: string;
  size: number;
}
export const WINDOW_SIZE = 5000;

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
 * Notifies one window of a study's applicants of its closing: those with the told status PENDING or ACCEPTED. Returns the
 * last id read, how many were read, and who was notified now.
 */
export async function insertClosings(
  trx: Db,
  studyId: string,
  news: SameNews,
  { after, size }: Window,
): Promise<Looked> {
  const { rows } = await sql<Looked>`
    with scanned as materialized (
      select applicant_id as user_id, told_status from project.applications
      where study_id = ${studyId} and applicant_id > ${after} order by applicant_id limit ${size}
    ), waiting as (
      select user_id from scanned where told_status in ('PENDING', 'ACCEPTED')
    ), told as ${insertSameNews('waiting', news)}
    ${lookedAt}`.execute(trx);
  return rows[0] ?? NOBODY;
}

/**
 * Notifies one window of participants, after an id, of a study: those whom it fits and who have not applied. Returns the
 * last id read, how many were read, and who was notified now.
 */
export async function insertAnnouncements(
  trx: Db,
  studyId: string,
  news: SameNews,
  { after, size }: Window,
): Promise<Looked> {
  const { rows } = await sql<Looked>`
    with scanned as materialized (
      select user_id, extract(year from age(${today()}::date, birth_date)) as age,
        gender_bit, education_bit, income_bit, device_bits
      from project.participants where user_id > ${after} order by user_id limit ${size}
    ), fitting as (
      select user_id from scanned join project.studies as study on study.study_id = ${studyId}
      where ${sql.raw(fits('study', 'scanned'))}
        and not exists (
          select from project.applications as application
          where application.study_id = ${studyId} and application.applicant_id = scanned.user_id)
    ), told as ${insertSameNews('fitting', news)}
    ${lookedAt}`.execute(trx);
  return rows[0] ?? NOBODY;
}

/** Unread notifications of studies that fit, of the 24 hours before the digest of a day. */
const newStudies = (day: string) => sql`
  notification.kind = 'STUDY_FITS' and not notification.is_read
  and notification.created_at > ${day}::date - interval '1 day' + interval '6 hours 30 minutes'
  and notification.created_at <= ${day}::date + interval '1 day'`;

/** One window of those who have any, by their ids. */
export async function findPeopleWithNewStudies(
  trx: Db,
  { day, after, size }: Window & { day: string },
): Promise<string[]> {
  const { rows } = await sql<{ userId: string }>`
    select distinct notification.user_id as "userId" from project.notifications as notification
    where ${newStudies(day)} and notification.user_id > ${after} order by 1 limit ${size}`.execute(trx);
  return rows.map(({ userId }) => userId);
}

/** The public names of those that are open still and not applied to, newest first. */
export async function findNewStudies(
  db: Db,
  { userId, day }: { userId: string; day: string },
): Promise<string[]> {
  const { rows } = await sql<{ name: string }>`
    select study.public_name as name from project.notifications as notification
    join project.studies as study on study.study_id = (notification.params ->> 'studyId')::uuid
    where notification.user_id = ${userId} and ${newStudies(day)} and study.is_open and study.deleted_at is null
      and not exists (
        select from project.applications as application
        where application.study_id = study.study_id and application.applicant_id = notification.user_id)
    order by notification.created_at desc`.execute(db);
  return rows.map(({ name }) => name);
}
