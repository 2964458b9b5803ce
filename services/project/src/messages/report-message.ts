import { randomUUIDv7 } from 'node:crypto';
import { type Transaction, sql } from 'kysely';
import type { BodyOf } from '@app/contracts/endpoint.ts';
import type { MessageReportReason, reportMessage as endpoint } from '@app/contracts/project/messages.ts';
import { RETENTION } from '@app/contracts/retention.ts';
import { paths } from '@app/contracts/web-paths.ts';
import { ago, deleteSome } from '@app/kit/retention-job.ts';
import { messageWords as words } from '@app/words/messages.ts';
import type { Deps } from '../deps.ts';
import { queueEmails, type WriteEmail } from '../emails/queue-email.ts';
import type { Db, ProjectTables } from '../schema.ts';
import type { FoundThread } from './reads.ts';

const COPIED_BEFORE = 2;

/** Returns false if the other side did not write the message. The unique key prevents a second report. */
export async function reportMessage(
  deps: Pick<Deps, 'jobs'>,
  trx: Transaction<ProjectTables>,
  { applicationId, studyId, applicantId }: FoundThread,
  { number, reason, text, reporterId }: BodyOf<typeof endpoint> & { reporterId: string },
): Promise<boolean> {
  const message = await trx
    .selectFrom('project.messages')
    .select('author_id as authorId')
    .where('application_id', '=', applicationId)
    .where('number', '=', number)
    .where('author_id', '<>', reporterId)
    .executeTakeFirst();
  if (!message) return false;
  const { rows } = await sql<{ id: string }>`
    insert into project.message_reports
      (report_id, application_id, number, study_id, study_name, author_id, reporter_id, reason, text, copy)
    select ${randomUUIDv7()}::uuid, ${applicationId}::uuid, ${number}::int, study_id, public_name, ${message.authorId}::uuid,
      ${reporterId}::uuid, ${reason}, ${text}, (
        select jsonb_agg(jsonb_build_object('text', copied.text, 'sentAt', copied.sent_at,
          'by', case when copied.author_id = ${applicantId}::uuid then 'PARTICIPANT' else 'RESEARCHER' end) order by copied.number)
        from project.messages as copied where copied.application_id = ${applicationId}::uuid
          and copied.number between ${number - COPIED_BEFORE}::int and ${number}::int)
    from project.studies where study_id = ${studyId}
    on conflict (reporter_id, application_id, number) do nothing returning report_id as id`.execute(trx);
  const about = rows[0]?.id;
  if (about !== undefined)
    await queueEmails(deps, trx, [{ userId: reporterId, kind: 'MESSAGE_REPORTED', about }]);
  return true;
}

/** The admin can read only the copy in the report, not the thread. */
export const writeMessageReported: WriteEmail = async ({ db }, { about }) => {
  if (!/^[\da-f-]{36}$/.test(about)) return undefined;
  const report = await db
    .selectFrom('project.message_reports')
    .select(['study_name as study', 'study_id as studyId', 'author_id as authorId', 'text', 'copy'])
    .select(sql<string>`coalesce(reporter_id::text, '')`.as('reporterId'))
    .select(sql<MessageReportReason>`reason`.as('reason'))
    .where('report_id', '=', about)
    .executeTakeFirst();
  if (!report) return undefined;
  const { copy, reason, ...details } = report;
  const lines = copy.map(({ by, text }) => words.copied(by, text));
  return {
    params: { ...details, reason: words.reportReasons[reason], messages: lines.join('\n\n') },
    path: paths.studyApply(report.studyId),
    event: null,
  };
};

/**
 * Decides one report, or all open reports of a writer in a study. Returns false if there was nothing to
 * decide.
 */
export async function decideMessageReports(
  trx: Db,
  which: { reportId: string } | { studyId: string; authorId: string },
  { state, by, note }: { state: 'DISMISSED' | 'ACTED'; by: string; note: string },
): Promise<boolean> {
  const { numUpdatedRows } = await trx
    .updateTable('project.message_reports')
    .set({ state, decided_by: by, decided_at: sql<Date>`now()`, note })
    .where((eb) =>
      'reportId' in which
        ? eb('report_id', '=', which.reportId)
        : eb.and({ study_id: which.studyId, author_id: which.authorId }),
    )
    .where('state', '=', 'OPEN')
    .executeTakeFirst();
  return numUpdatedRows > 0n;
}

export function deleteOldMessageReports(db: Db, most: number): Promise<number> {
  const where = sql`reported_on < ${ago(RETENTION.reports)}::date`;
  return deleteSome(db, most, { table: 'project.message_reports', key: 'report_id', where });
}

export async function clearMessageReporter(trx: Db, userId: string): Promise<void> {
  await trx
    .updateTable('project.message_reports')
    .set({ reporter_id: null })
    .where('reporter_id', '=', userId)
    .execute();
}

export async function deleteMessagesOfStudy(db: Db, studyId: string): Promise<void> {
  await db.deleteFrom('project.threads').where('study_id', '=', studyId).execute();
}
