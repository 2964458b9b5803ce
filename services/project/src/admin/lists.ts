import { sql } from 'kysely';
import type { HandlerResult, QueryOf } from '@app/contracts/endpoint.ts';
import type { listDisputesAsAdmin } from '@app/contracts/project/admin-disputes.ts';
import type { listReportsAsAdmin, readReportAsAdmin } from '@app/contracts/project/admin-reports.ts';
import type { Db } from '../schema.ts';

type Disputes = HandlerResult<typeof listDisputesAsAdmin>;

const selectDisputes = (db: Db) =>
  db
    .selectFrom('project.disputes as dispute')
    .innerJoin('project.studies as study', 'study.study_id', 'dispute.study_id')
    .select([
      'dispute.id',
      'dispute.kind',
      'dispute.state',
      'dispute.study_id as studyId',
      'study.public_name as study',
    ])
    .select(['dispute.raised_at as raisedAt', 'dispute.decided_at as decidedAt'])
    .select('dispute.decided_by as decidedBy');

const toDispute = <Row extends { raisedAt: Date; decidedAt: Date | null }>(row: Row) => ({
  ...row,
  raisedAt: row.raisedAt.toISOString(),
  decidedAt: row.decidedAt?.toISOString() ?? null,
});

export async function listDisputes(
  db: Db,
  { state, page, size }: QueryOf<typeof listDisputesAsAdmin>,
): Promise<Disputes> {
  const rows = await selectDisputes(db)
    .where('dispute.state', '=', state)
    .orderBy(state === 'OPEN' ? 'dispute.raised_at' : 'dispute.decided_at', state === 'OPEN' ? 'asc' : 'desc')
    .orderBy('dispute.id')
    .limit(size)
    .offset(page * size)
    .execute();
  const { all } = await db
    .selectFrom('project.disputes')
    .select(({ fn }) => fn.countAll<number>().as('all'))
    .where('state', '=', state)
    .executeTakeFirstOrThrow();
  return { content: rows.map(toDispute), totalElements: all, size, number: page };
}

export async function findListedDispute(
  db: Db,
  id: string,
): Promise<Disputes['content'][number] | undefined> {
  const row = await selectDisputes(db).where('dispute.id', '=', id).executeTakeFirst();
  return row && toDispute(row);
}

const selectReports = (db: Db) =>
  db
    .selectFrom('project.every_report as report')
    .select(['id', 'kind', 'state', 'study_id as studyId', 'study_name as study', 'reason'])
    .select([sql<string>`reported_on::text`.as('reportedOn'), 'decided_by as decidedBy'])
    .select('decided_at as decidedAt');

const toReport = <Row extends { decidedAt: Date | null }>(row: Row) => ({
  ...row,
  decidedAt: row.decidedAt?.toISOString() ?? null,
});

/** The ids are sorted by the time of the report. */
export async function listReports(
  db: Db,
  { state, studyId, page, size }: QueryOf<typeof listReportsAsAdmin>,
): Promise<HandlerResult<typeof listReportsAsAdmin>> {
  const isOfStudy = sql<boolean>`(${studyId ?? null}::uuid is null or study_id = ${studyId ?? null}::uuid)`;
  const rows = await selectReports(db)
    .where('state', '=', state)
    .where(isOfStudy)
    .orderBy('id', state === 'OPEN' ? 'asc' : 'desc')
    .limit(size)
    .offset(page * size)
    .execute();
  const { all } = await db
    .selectFrom('project.every_report')
    .select(({ fn }) => fn.countAll<number>().as('all'))
    .where('state', '=', state)
    .where(isOfStudy)
    .executeTakeFirstOrThrow();
  return { content: rows.map(toReport), totalElements: all, size, number: page };
}

export async function findListedReport(
  db: Db,
  reportId: string,
): Promise<HandlerResult<typeof readReportAsAdmin> | undefined> {
  const row = await selectReports(db)
    .select(['reported_id as reportedId', 'reporter_id as reporterId', 'text', 'copy', 'note'])
    .where('id', '=', reportId)
    .executeTakeFirst();
  return row && toReport(row);
}
