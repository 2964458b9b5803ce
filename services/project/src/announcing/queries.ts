import { sql } from 'kysely';
import { today } from '@app/contracts/calendar.ts';
import { type SameNews, insertSameNotification } from '../inbox/insert-notification.ts';
import { fits, isKeptOut, stood } from '../matching/fits.ts';
import type { Db } from '../schema.ts';

const nameOf = (db: Db, studyId: string) =>
  db.selectFrom('project.studies').select('public_name').where('study_id', '=', studyId);

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

export interface Looked {
  last: string | null;
  scanned: number;
  people: string[];
}
export const lookedAt = sql`
  select (select user_id from scanned order by user_id desc limit 1) as last,
    (select count(*) from scanned) as scanned, array(select user_id from people) as people`;
export const NOBODY: Looked = { last: null, scanned: 0, people: [] };

/** The name by which applicants know a halted study: its researcher is barred. */
export async function findHaltedName(db: Db, studyId: string): Promise<string | undefined> {
  const halted = nameOf(db, studyId).where((eb) =>
    eb.exists(
      eb
        .selectFrom('project.projects as project')
        .innerJoin('project.barred_people as barred', 'barred.user_id', 'project.creator_id')
        .select('project.project_id')
        .whereRef('project.project_id', '=', 'project.studies.project_id')
        .where('barred.is_barred', '=', true),
    ),
  );
  return (await halted.executeTakeFirst())?.public_name;
}

/**
 * When a person's next meeting for a study is; undefined if they have none and do not wait there.
 */
export async function findCountingOn(
  db: Db,
  { studyId, userId }: { studyId: string; userId: string },
): Promise<{ startsAt: Date | null } | undefined> {
  const { rows } = await sql<{ startsAt: Date | null }>`
    select (select min(meeting.starts_at) from project.meetings_ahead as meeting
      where meeting.study_id = ${studyId} and meeting.participant_id = ${userId}) as "startsAt"
    from project.applications
    where study_id = ${studyId} and applicant_id = ${userId} and status in ('PENDING', 'ACCEPTED')`.execute(
    db,
  );
  return rows[0];
}

/**
 * Notifies one window of a study's applicants: those whose application is PENDING or ACCEPTED. With `countingOn`, a
 * closed study notifies fewer: those with a meeting ahead, and the accepted whom it has not met and who can still take
 * a time. Returns the last id read, how many were read, and who was notified now.
 */
export async function insertNewsToWaiting(
  trx: Db,
  studyId: string,
  news: SameNews,
  { after, size, countingOn = false }: Window & { countingOn?: boolean },
): Promise<Omit<Looked, 'people'> & { told: string[] }> {
  const counts = sql`(
    exists (select from project.studies as study where study.study_id = ${studyId} and (study.state <> 'CLOSED'
      or status = 'ACCEPTED' and exists (select from project.slots_ahead as slot where slot.study_id = study.study_id)
      and not exists (select from project.bookings as met where met.study_id = ${studyId} and met.participant_id = user_id and met.state = 'ATTENDED')))
    or exists (select from project.meetings_ahead as meeting
      where meeting.study_id = ${studyId} and meeting.participant_id = user_id))`;
  const { rows } = await sql<Looked>`
    with scanned as materialized (
      select applicant_id as user_id, status from project.applications
      where study_id = ${studyId} and applicant_id > ${after} order by applicant_id limit ${size}
    ), people as (
      select user_id from scanned where status in ('PENDING', 'ACCEPTED') and ${countingOn ? counts : sql`true`}
    ) ${lookedAt}`.execute(trx);
  const { people, ...window } = rows[0] ?? NOBODY;
  return { ...window, told: await insertSameNotification(trx, people, news) };
}

/** Of project.facts_in_time, as `fits` and `stood` name them in the row `person`. */
export const facts = () => sql`
  user_id, since, until, extract(year from age(${today()}::date, birth_date)) as age, gender_bit, education_bit, income_bit, device_bits,
  further_bits`;
export const fitsPerson = sql.raw(`${fits('study', 'person')} and ${stood('study', 'person')}`);
/** They have not applied, and nothing they did in another study keeps them out. */
export const mayApply = sql`not ${sql.raw(isKeptOut('study', 'person.user_id'))} and not exists (
  select from project.applications as application
  where application.study_id = study.study_id and application.applicant_id = person.user_id)`;
/** Each person's key ends in their id. */
export const keyOfOpening = sql`'study-open:' || study.study_id || ':' || person.user_id`;

/** A study for the letter of the morning of a day: it was published in the 24 hours before, and is open. */
const isOfDay = (day: string) => sql`
  study.is_open and study.published_at > ${day}::date - interval '1 day' + interval '6 hours 30 minutes'
  and study.published_at <= ${day}::date + interval '1 day'`;
const hasNotRead = sql`not exists (
  select from project.notifications where key = ${keyOfOpening} and is_read)`;
/** The newest of a day; no letter has so many. */
const MOST_OF_DAY = 500;

/** Of one window of participants, by their ids, those whom a study of the day fits that they have not read of. */
export async function findPeopleWithNewStudies(
  trx: Db,
  { day, after, size }: Window & { day: string },
): Promise<{ last: string | null; scanned: number; people: string[] }> {
  const { rows } = await sql<{ last: string | null; scanned: number; people: string[] }>`
    with study as materialized (
      select study_id, published_at, minimum_age, maximum_age, gender_bits, education_bits, income_bits, device_bits,
        further_bits, open_cells, is_by_invitation
      from project.studies as study where ${isOfDay(day)} order by published_at desc limit ${MOST_OF_DAY}
    ), scanned as materialized (
      select user_id from project.participants where user_id > ${after} order by user_id limit ${size}
    ), person as materialized (
      select ${facts()} from scanned join project.facts_in_time using (user_id)
    )
    select (select user_id from scanned order by user_id desc limit 1) as last,
      (select count(*) from scanned) as scanned,
      array(select distinct user_id from person cross join lateral (
        select from study where ${fitsPerson} and ${mayApply} and ${hasNotRead} limit 1) as found
        order by user_id) as people`.execute(trx);
  return rows[0] ?? { last: null, scanned: 0, people: [] };
}

/** The public names of those that fit, not applied to and not read of, newest first. */
export async function findNewStudies(
  db: Db,
  { userId, day }: { userId: string; day: string },
): Promise<string[]> {
  const { rows } = await sql<{ name: string }>`
    with person as materialized (select ${facts()} from project.facts_in_time where user_id = ${userId})
    select study.public_name as name from person join project.studies as study on ${isOfDay(day)}
    where ${fitsPerson} and ${mayApply} and ${hasNotRead}
    order by study.published_at desc`.execute(db);
  return rows.map(({ name }) => name);
}
