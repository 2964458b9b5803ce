import { sql } from 'kysely';
import { transaction } from '@app/kit/database.ts';
import type { Deps } from '../deps.ts';
import { insertSameNotification } from './write-notifications.ts';
import { queueDebouncedEmail } from '../emails/queue-email.ts';
import { type ConsentNotification, queueConsentNotification } from './queue-notifications.ts';
import { type RecipientPage, NO_RECIPIENTS, recipientPageSql } from './notify-applicants.ts';

/** The window is small, because each person also gets an email. */
const RECIPIENTS_PER_RUN = 500;

/** A newer version of the text has its own job, so the job of an older version does nothing. */
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
