import { sql } from 'kysely';
import type { BodyOf, HandlerResult, QueryOf } from '@app/contracts/endpoint.ts';
import type { listStudiesAsAdmin, readStudyAsAdmin } from '@app/contracts/project/admin-studies.ts';
import type { Db } from '../schema.ts';

const selectStudies = (db: Db) =>
  db
    .selectFrom('project.studies as study')
    .innerJoin('project.projects as project', 'project.project_id', 'study.project_id');

const columns = [
  'study.study_id as id',
  'study.name',
  'study.public_name as publicName',
  'study.state',
  'project.creator_id as researcherId',
  'study.company_name as companyName',
  'study.created_at as createdAt',
  'study.desired_number_of_participants as places',
  'study.accepted_count as acceptedCount',
] as const;
const isSuspended = sql<boolean>`study.suspended_at is not null`;
const isDeleted = sql<boolean>`coalesce(study.deleted_at, project.deleted_at) is not null`;

export async function listStudies(
  db: Db,
  { search = '', state, page, size }: QueryOf<typeof listStudiesAsAdmin> & BodyOf<typeof listStudiesAsAdmin>,
): Promise<HandlerResult<typeof listStudiesAsAdmin>> {
  const wanted = search.trim().toLowerCase();
  const found = selectStudies(db)
    .where(isDeleted, '=', false)
    .$if(state !== undefined, (query) =>
      query.where(sql<boolean>`(study.state = ${state} or ${state} = 'SUSPENDED' and ${isSuspended})`),
    )
    .$if(wanted !== '', (query) =>
      query.where(
        sql<boolean>`(${wanted} in (study.study_id::text, project.creator_id::text)
          or strpos(lower(study.name), ${wanted}) > 0 or strpos(lower(study.public_name), ${wanted}) > 0)`,
      ),
    );
  const rows = await found
    .select(columns)
    .select(isSuspended.as('isSuspended'))
    .orderBy('study.created_at', 'desc')
    .orderBy('study.study_id')
    .limit(size)
    .offset(page * size)
    .execute();
  const { all } = await found.select(({ fn }) => fn.countAll<number>().as('all')).executeTakeFirstOrThrow();
  const content = rows.map((row) => ({ ...row, createdAt: row.createdAt.toISOString() }));
  return { content, totalElements: all, size, number: page };
}

export async function readStudy(
  db: Db,
  studyId: string,
): Promise<HandlerResult<typeof readStudyAsAdmin> | undefined> {
  const row = await selectStudies(db)
    .select(columns)
    .select([
      isDeleted.as('isDeleted'),
      'study.description',
      'study.incentive',
      'study.published_at as publishedAt',
      'study.closed_at as closedAt',
      'study.suspended_at as suspendedAt',
      'study.suspend_reason as reason',
      'study.suspended_by as by',
      sql<number>`(select count(*)::int from project.applications as application
        where application.study_id = study.study_id and application.status = 'PENDING')`.as('pendingCount'),
      sql<number>`(select count(*)::int from project.meetings_ahead as meeting
        where meeting.study_id = study.study_id)`.as('meetingsAhead'),
      sql<number>`(select count(*)::int from project.submissions as submission
        where submission.study_id = study.study_id and submission.status in ('STARTED', 'SUBMITTED'))`.as(
        'openSurveys',
      ),
      sql<number>`(select count(*)::int from project.every_report as report
        where report.study_id = study.study_id and report.state = 'OPEN')`.as('openReports'),
      sql<number>`(select count(*)::int from project.payables as payable
        where payable.study_id = study.study_id and payable.sent_version < payable.version)`.as(
        'unsentPayables',
      ),
    ])
    .where('study.study_id', '=', studyId)
    .executeTakeFirst();
  if (!row) return undefined;
  const { suspendedAt, reason, by, createdAt, publishedAt, closedAt, ...study } = row;
  return {
    ...study,
    createdAt: createdAt.toISOString(),
    publishedAt: publishedAt?.toISOString() ?? null,
    closedAt: closedAt?.toISOString() ?? null,
    isSuspended: suspendedAt !== null,
    suspension:
      suspendedAt && reason !== null && by !== null ? { reason, at: suspendedAt.toISOString(), by } : null,
  };
}
