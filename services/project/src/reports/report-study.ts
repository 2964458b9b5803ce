import { randomUUIDv7 } from 'node:crypto';
import { type ReportReason, type StudyReport, reportStudy } from '@app/contracts/project/reports.ts';
import { RETENTION } from '@app/contracts/retention.ts';
import { ago, deleteSome } from '@app/kit/retention-job.ts';
import { countWaiting } from '@app/kit/waiting-work.ts';
import { sql } from 'kysely';
import { paths } from '@app/contracts/web-paths.ts';
import { transaction } from '@app/kit/database.ts';
import type { Route } from '@app/kit/route.ts';
import { reportWords } from '@app/words/reports.ts';
import type { Db } from '../schema.ts';
import { findShownStudy } from '../studies/find-shown-study.ts';
import type { Deps } from '../deps.ts';
import { queueEmails, type WriteEmail } from '../emails/queue-email.ts';

/** The unique key allows one report per person, study and day. */
async function insertReport(
  trx: Db,
  { studyId, reporterId, reason, text }: StudyReport & { studyId: string; reporterId: string },
): Promise<string | undefined> {
  const { rows } = await sql<{ id: string }>`
    insert into project.reports (report_id, study_id, study_name, researcher_id, reporter_id, reason, text)
    select ${randomUUIDv7()}::uuid, study_id, public_name, creator_id, ${reporterId}::uuid, ${reason}, ${text}
    from project.studies join project.projects using (project_id) where study_id = ${studyId}
    on conflict (reporter_id, reported_on, study_id) do nothing returning report_id as id`.execute(trx);
  return rows[0]?.id;
}

async function findReport(db: Db, reportId: string) {
  return db
    .selectFrom('project.reports')
    .select([
      'study_name as study',
      'study_id as studyId',
      sql<string>`coalesce(researcher_id::text, '')`.as('researcherId'),
      sql<string>`coalesce(reporter_id::text, '')`.as('reporterId'),
      sql<ReportReason>`reason`.as('reason'),
      'text',
    ])
    .where('report_id', '=', reportId)
    .executeTakeFirst();
}

interface ReportDecision {
  state: 'DISMISSED' | 'ACTED';
  by: string;
  note: string;
}

/** Decides one report, or all open reports of a study. Returns false if there was nothing to decide. */
export async function decideReports(
  trx: Db,
  which: { reportId: string } | { studyId: string },
  { state, by, note }: ReportDecision,
): Promise<boolean> {
  const { numUpdatedRows } = await trx
    .updateTable('project.reports')
    .set({ state, decided_by: by, decided_at: sql<Date>`now()`, note })
    .where(
      'reportId' in which ? 'report_id' : 'study_id',
      '=',
      'reportId' in which ? which.reportId : which.studyId,
    )
    .where('state', '=', 'OPEN')
    .executeTakeFirst();
  return numUpdatedRows > 0n;
}

/** Counts reports of studies and of messages. */
export function countOpenReports(db: Db) {
  return countWaiting(
    db,
    'REPORT',
    sql`select reported_on::timestamp at time zone 'UTC' as since from project.every_report where state = 'OPEN'`,
  );
}

export async function clearReporter(trx: Db, userId: string): Promise<void> {
  await trx
    .updateTable('project.reports')
    .set({ reporter_id: null })
    .where('reporter_id', '=', userId)
    .execute();
}

export function deleteOldReports(db: Db, most: number): Promise<number> {
  const where = sql`reported_on < ${ago(RETENTION.reports)}::date`;
  return deleteSome(db, most, { table: 'project.reports', key: 'report_id', where });
}

export function reportRoutes(route: Route, deps: Pick<Deps, 'db' | 'jobs'>): void {
  route(reportStudy, async ({ params: { id: studyId }, body, viewer: { userId }, fail }) => {
    const study = await findShownStudy(deps.db, studyId, userId);
    if (!study?.isOpen && !study?.hasApplied) return fail('STUDY_NOT_FOUND');
    await transaction(deps.db, async (trx) => {
      const about = await insertReport(trx, { ...body, studyId, reporterId: userId });
      if (about !== undefined) await queueEmails(deps, trx, [{ userId, kind: 'STUDY_REPORTED', about }]);
    });
  });
}

/** After this email, the admin decides in the admin area or with `npm run admin`. */
export const studyReportedEmail: WriteEmail = async ({ db }, { about }) => {
  if (!/^[\da-f-]{36}$/.test(about)) return undefined;
  const report = await findReport(db, about);
  return (
    report && {
      params: { ...report, reason: reportWords.reasons[report.reason] },
      path: paths.studyApply(report.studyId),
      event: null,
    }
  );
};
