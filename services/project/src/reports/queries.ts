import { randomUUIDv7 } from 'node:crypto';
import { sql } from 'kysely';
import type { ReportReason, StudyReport } from '@app/contracts/project/reports.ts';
import type { Db } from '../schema.ts';

/** Undefined where the person reported the study today already: the unique key decides. */
export async function insertReport(
  trx: Db,
  { studyId, reporterId, reason, text }: StudyReport & { studyId: string; reporterId: string },
): Promise<string | undefined> {
  const row = await trx
    .insertInto('project.reports')
    .values({ report_id: randomUUIDv7(), study_id: studyId, reporter_id: reporterId, reason, text })
    .onConflict((conflict) => conflict.columns(['reporter_id', 'reported_on', 'study_id']).doNothing())
    .returning('report_id')
    .executeTakeFirst();
  return row?.report_id;
}

/** With the ids that an operator's commands take. */
export async function findReport(db: Db, reportId: string) {
  return db
    .selectFrom('project.reports as report')
    .innerJoin('project.studies as study', 'study.study_id', 'report.study_id')
    .innerJoin('project.projects as project', 'project.project_id', 'study.project_id')
    .select([
      'study.public_name as study',
      'report.study_id as studyId',
      'project.creator_id as researcherId',
      'report.reporter_id as reporterId',
      sql<ReportReason>`report.reason`.as('reason'),
      'report.text',
    ])
    .where('report.report_id', '=', reportId)
    .executeTakeFirst();
}
