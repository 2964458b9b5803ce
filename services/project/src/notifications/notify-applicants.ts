import { sql } from 'kysely';
import { type SharedNotification, insertSameNotification } from './write-notifications.ts';
import type { Db } from '../schema.ts';

/** Handling one window of people takes some hundredths of a second. */
export interface RecipientWindow {
  after: string;
  size: number;
}
export const WINDOW_SIZE = 5000;

export interface RecipientPage {
  last: string | null;
  scanned: number;
  people: string[];
}
export const recipientPageSql = sql`
  select (select user_id from scanned order by user_id desc limit 1) as last,
    (select count(*) from scanned) as scanned, array(select user_id from people) as people`;
export const NO_RECIPIENTS: RecipientPage = { last: null, scanned: 0, people: [] };

/**
 * With `onlyCommitted`, a closed study notifies only applicants with a future meeting or an open or submitted
 * survey, and accepted applicants who have not met the researcher and can still book a time.
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
