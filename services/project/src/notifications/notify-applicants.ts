import { sql } from 'kysely';
import { transaction } from '@app/kit/database.ts';
import { type SharedNotification, insertSameNotification } from './write-notifications.ts';
import type { Db } from '../schema.ts';
import type { Deps } from '../deps.ts';
import {
  type StudyNotification,
  FIRST_WINDOW_START,
  queueClosing,
  type ConsentNotification,
  queueConsentNotification,
} from './queue-notifications.ts';
import { queueDebouncedEmail } from '../emails/queue-email.ts';

/** One job handles this part of the people, which takes some hundredths of a second. */
export interface RecipientWindow {
  after: string;
  size: number;
}
export const WINDOW_SIZE = 5000;

interface RecipientPage {
  last: string | null;
  scanned: number;
  people: string[];
}
const recipientPageSql = sql`
  select (select user_id from scanned order by user_id desc limit 1) as last,
    (select count(*) from scanned) as scanned, array(select user_id from people) as people`;
const NO_RECIPIENTS: RecipientPage = { last: null, scanned: 0, people: [] };

/**
 * With `onlyCommitted`, a closed study notifies only people who still have something to do: those with a
 * future meeting, with an open or submitted survey, or accepted and able to book a time.
 */
export async function insertNotificationsForWaiting(
  trx: Db,
  studyId: string,
  notification: SharedNotification,
  { after, size, onlyCommitted = false }: RecipientWindow & { onlyCommitted?: boolean },
): Promise<Omit<RecipientPage, 'people'> & { notified: string[] }> {
  const counts = sql`(
    exists (select from project.studies as study where study.study_id = ${studyId} and (study.state <> 'CLOSED'
      or status = 'ACCEPTED' and exists (select from project.slots_ahead as slot where slot.study_id = study.study_id)
      and not exists (select from project.bookings as met where met.study_id = ${studyId} and met.participant_id = user_id and met.state = 'ATTENDED')))
    or exists (select from project.meetings_ahead as meeting
      where meeting.study_id = ${studyId} and meeting.participant_id = user_id)
    or exists (select from project.submissions as submission where submission.study_id = ${studyId}
      and submission.participant_id = user_id and submission.status in ('STARTED', 'SUBMITTED')))`;
  const { rows } = await sql<RecipientPage>`
    with scanned as materialized (
      select applicant_id as user_id, status from project.applications
      where study_id = ${studyId} and applicant_id > ${after} order by applicant_id limit ${size}
    ), people as (
      select user_id from scanned where status in ('PENDING', 'ACCEPTED') and ${onlyCommitted ? counts : sql`true`}
    ) ${recipientPageSql}`.execute(trx);
  const { people, ...window } = rows[0] ?? NO_RECIPIENTS;
  return { ...window, notified: await insertSameNotification(trx, people, notification) };
}

/** A closed study gets no new applications. So if they are read by id, no one is missed. */
export async function notifyOfClosing(
  { db, jobs, openPages }: Pick<Deps, 'db' | 'jobs' | 'openPages'>,
  { studyId, after }: StudyNotification,
): Promise<void> {
  const notified = await transaction(db, async (trx) => {
    const publicName = await findClosedName(trx, studyId);
    if (publicName === undefined) return [];
    const window = await notifyWaiting(trx, { studyId, publicName }, after);
    if (window.last !== null && window.scanned === WINDOW_SIZE) {
      await queueClosing({ jobs }, trx, studyId, window.last);
    }
    return window.notified;
  });
  openPages.notify(notified);
}

export function notifyWaiting(
  trx: Db,
  { studyId, publicName }: { studyId: string; publicName: string },
  after = FIRST_WINDOW_START,
) {
  const notification = {
    key: `study-closed:${studyId}`,
    kind: 'STUDY_CLOSED',
    params: { studyId, study: publicName },
  } as const;
  return insertNotificationsForWaiting(trx, studyId, notification, { after, size: WINDOW_SIZE });
}

async function findClosedName(db: Db, studyId: string): Promise<string | undefined> {
  const closed = db.selectFrom('project.studies').select('public_name').where('study_id', '=', studyId);
  return (await closed.where('state', '=', 'CLOSED').executeTakeFirst())?.public_name;
}

/** Few people at a time, because each of them also gets an email. */
const RECIPIENTS_PER_RUN = 500;

/** If there is a newer version of the text, it has a job of its own, and this job does nothing. */
export async function notifyOfConsent(
  { db, jobs, openPages }: Pick<Deps, 'db' | 'jobs' | 'openPages'>,
  { studyId, version, after }: ConsentNotification,
): Promise<void> {
  const notifiedIds = await transaction(db, async (trx) => {
    const study = await trx
      .selectFrom('project.studies')
      .select('public_name as publicName')
      .where('study_id', '=', studyId)
      .where('consent_version', '=', version)
      .executeTakeFirst();
    if (!study) return [];
    const notification = {
      key: `consent:${studyId}:${version}`,
      kind: 'CONSENT_CHANGED',
      params: { studyId, study: study.publicName },
    } as const;
    const { rows } = await sql<RecipientPage>`
      with scanned as materialized (
        select applicant_id as user_id, application_id from project.applications
        where study_id = ${studyId} and applicant_id > ${after} order by applicant_id limit ${RECIPIENTS_PER_RUN}
      ), people as (
        select user_id from scanned join project.outdated_consents using (application_id)
      ) ${recipientPageSql}`.execute(trx);
    const window = rows[0] ?? NO_RECIPIENTS;
    const notified = await insertSameNotification(trx, window.people, notification);
    if (window.last !== null && window.scanned === RECIPIENTS_PER_RUN)
      await queueConsentNotification({ jobs }, trx, { studyId, version, after: window.last });
    const [kind, about] = ['CONSENT_CHANGED', `${studyId}:${version}`] as const;
    for (const userId of notified)
      await queueDebouncedEmail({ jobs }, trx, { userId, kind, about }, `consent:${studyId}:${userId}`);
    return notified;
  });
  openPages.notify(notifiedIds);
}
