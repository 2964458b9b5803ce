import { randomUUIDv7 } from 'node:crypto';
import type { ReportReason, StudyReport } from '@app/contracts/project/reports.ts';
import { RETENTION } from '@app/contracts/retention.ts';
import { ago, deleteSome } from '@app/kit/retention-job.ts';
import { countWaiting } from '@app/kit/waiting-work.ts';
import { sql } from 'kysely';
import type { Db } from '../schema.ts';

/** The unique key allows one report per person, study and day. */
export async function insertReport(
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

export async function findReport(db: Db, reportId: string) {
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

export interface ReportDecision {
  state: 'DISMISSED' | 'ACTED';
  by: string;
  note: string;
}

/** Decides one report, or the open reports of a study. Returns false if there was nothing to decide. */
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
