import { DAY_MS } from '@app/contracts/durations.ts';
import { MAX_PAGE_SIZE, type PageSlice, type Paging, type QueryOf } from '@app/contracts/endpoint.ts';
import type { DeletedProject } from '@app/contracts/project/deleted-projects.ts';
import type { listProjects, Project, ProjectSummary } from '@app/contracts/project/projects.ts';
import type { StudySummary } from '@app/contracts/project/studies.ts';
import { RETENTION } from '@app/contracts/retention.ts';
import { anyOfIds, prepareQuery } from '@app/kit/database.ts';
import { textMatcher } from '@app/kit/match-text.ts';
import { type ExpressionBuilder, sql } from 'kysely';
import { restorableSince } from './locks.ts';
import { toSuspension } from '../suspensions/reads.ts';
import { mayManage, type OwnProject } from './policy.ts';
import type { Db, ProjectTables } from '../schema.ts';

function selectManagedProjects(db: Db, userId: string) {
  return db.selectFrom('project.projects as project').where(mayManage(userId));
}

const columns = [
  'project.project_id as id',
  'project.project_name as projectName',
  'project.description',
  'project.creator_id as creatorId',
  'project.created_at as createdAt',
  'project.version',
] as const;

type Rows = ExpressionBuilder<ProjectTables & { project: ProjectTables['project.projects'] }, 'project'>;

const selectProjectStudies = (eb: Rows) =>
  eb
    .selectFrom('project.studies as study')
    .whereRef('study.project_id', '=', 'project.project_id')
    .where('study.deleted_at', 'is', null);

/** The predicate must match the partial index literally. */
const countedAsWaiting = (
  eb: ExpressionBuilder<ProjectTables & { study: ProjectTables['project.studies'] }, 'study'>,
) =>
  eb
    .case()
    .when('study.state', '!=', 'DRAFT')
    .then(
      eb
        .selectFrom('project.applications as application')
        .whereRef('application.study_id', '=', 'study.study_id')
        .where('application.status', '=', sql.lit('PENDING' as const))
        .select((count) => count.fn.countAll<number>().as('count')),
    )
    .end();

const countsOfStudies = (eb: Rows) =>
  selectProjectStudies(eb)
    .select((study) => [
      study.fn.countAll<number>().as('studyCount'),
      study.fn.countAll<number>().filterWhere('study.is_open', '=', true).as('openStudyCount'),
      sql<number>`coalesce(sum(${countedAsWaiting(study)}), 0)::int`.as('waitingCount'),
    ])
    .as('counts');

const toProject = <Row extends { createdAt: Date }>(row: Row) => ({
  ...row,
  createdAt: row.createdAt.toISOString(),
});

export async function findProjects(
  db: Db,
  userId: string,
  { page, size, among }: Paging & { among?: readonly string[] },
): Promise<ProjectSummary[]> {
  let wanted = selectManagedProjects(db, userId)
    .select('project.project_id')
    .orderBy('project.created_at', 'desc')
    .orderBy('project.project_id', 'desc')
    .limit(size)
    .offset(page * size);
  if (among) wanted = wanted.where('project.project_id', '=', anyOfIds(among));
  // Counts only for the projects on this page, so that late pages are fast too.
  const rows = await db
    .selectFrom(wanted.as('wanted'))
    .innerJoin('project.projects as project', 'project.project_id', 'wanted.project_id')
    .innerJoinLateral(countsOfStudies, (join) => join.onTrue())
    .select(columns)
    .select(['counts.studyCount', 'counts.openStudyCount', 'counts.waitingCount'])
    .orderBy('project.created_at', 'desc')
    .orderBy('project.project_id', 'desc')
    .execute();
  return rows.map(toProject);
}

async function countProjects(db: Db, userId: string): Promise<number> {
  const { total } = await selectManagedProjects(db, userId)
    .select((eb) => eb.fn.countAll<number>().as('total'))
    .executeTakeFirstOrThrow();
  return total;
}

function findProjectNames(db: Db, userId: string): Promise<{ id: string; projectName: string }[]> {
  return selectManagedProjects(db, userId)
    .select(['project.project_id as id', 'project.project_name as projectName'])
    .orderBy('project.created_at', 'desc')
    .orderBy('project.project_id', 'desc')
    .execute();
}

const projectRows = prepareQuery((db: Db, { projectId, userId }: OwnProject) =>
  selectManagedProjects(db, userId)
    .select(columns)
    .select((eb) =>
      selectProjectStudies(eb)
        .select((study) => study.fn.countAll<number>().as('count'))
        .$asScalar()
        .$notNull()
        .as('studyCount'),
    )
    .where('project.project_id', '=', projectId),
);

export async function findProject(db: Db, own: OwnProject): Promise<Project | undefined> {
  const [row] = await projectRows(db, own);
  return row && toProject(row);
}

/** To search by name, all names of the researcher's projects are read. Even 2,000 names are only 100 KB. */
export async function listProjectsByCreator(
  db: Db,
  userId: string,
  { name, page, size }: QueryOf<typeof listProjects>,
): Promise<PageSlice<ProjectSummary>> {
  const isNamed = name === undefined ? undefined : textMatcher(name);
  if (!isNamed) {
    const [content, totalElements] = await Promise.all([
      findProjects(db, userId, { page, size }),
      countProjects(db, userId),
    ]);
    return { content, totalElements, size, number: page };
  }
  const named = (await findProjectNames(db, userId)).filter(({ projectName }) => isNamed(projectName));
  const among = named.slice(page * size, (page + 1) * size).map(({ id }) => id);
  return {
    content: among.length === 0 ? [] : await findProjects(db, userId, { page: 0, size, among }),
    totalElements: named.length,
    size,
    number: page,
  };
}

export async function listRestorableProjects(db: Db, userId: string): Promise<DeletedProject[]> {
  const rows = await db
    .selectFrom('project.projects')
    .select(['project_id as id', 'project_name as projectName'])
    .select((eb) => eb.ref('deleted_at').$notNull().as('deletedAt'))
    .where('creator_id', '=', userId)
    .where('deleted_at', '>', restorableSince)
    .where('project_name', '<>', '')
    .orderBy('deleted_at', 'desc')
    .limit(MAX_PAGE_SIZE)
    .execute();
  return rows.map(({ deletedAt, ...project }) => ({
    ...project,
    deletedAt: deletedAt.toISOString(),
    restorableUntil: new Date(deletedAt.getTime() + RETENTION.deletedProjects.days * DAY_MS).toISOString(),
  }));
}

/** Each row also has the total, so that no second query is needed. */
const ownStudies = prepareQuery(
  (db: Db, { projectId, userId, size, offset }: OwnProject & { size: number; offset: number }) =>
    selectManagedProjects(db, userId)
      .innerJoin('project.studies as study', 'study.project_id', 'project.project_id')
      .innerJoinLateral(
        (eb) =>
          eb
            .selectFrom('project.applications as application')
            .whereRef('application.study_id', '=', 'study.study_id')
            .select((count) => [
              count.fn.countAll<number>().as('appliedCount'),
              count.fn
                .countAll<number>()
                .filterWhere('application.is_qualified', '=', true)
                .as('qualifiedCount'),
              count.fn
                .countAll<number>()
                .filterWhere('application.status', '=', 'PENDING')
                .as('pendingCount'),
              count.fn
                .countAll<number>()
                .filterWhere('application.status', '=', 'DECLINED')
                .as('declinedCount'),
            ])
            .as('counts'),
        (join) => join.onTrue(),
      )
      .select([
        'study.study_id as id',
        'study.project_id as projectId',
        'study.state',
        'study.suspended_at as suspendedAt',
        'study.suspend_reason as suspendReason',
        'study.name',
        'study.public_name as publicName',
        'study.duration_in_minutes as durationInMinutes',
        'study.desired_number_of_participants as desiredNumberOfParticipants',
        'study.incentive',
        sql<boolean>`project.may_have_budget(study)`.as('mayHaveBudget'),
        'study.created_at as createdAt',
        'study.published_at as publishedAt',
        'counts.appliedCount',
        'counts.qualifiedCount',
        'counts.pendingCount',
        'counts.declinedCount',
        'study.accepted_count as acceptedCount',
        'study.places_left as placesLeft',
        'study.version',
        'study.closed_at as closedAt',
      ])
      .select((eb) =>
        eb
          .selectFrom('project.bookings as booking')
          .whereRef('booking.study_id', '=', 'study.study_id')
          .where('booking.state', 'in', ['BOOKED', 'CONFIRMED'])
          .where('booking.ends_at', '>', sql<Date>`now()`)
          .select((booking) => booking.fn.min('booking.starts_at').as('startsAt'))
          .$asScalar()
          .as('nextMeetingAt'),
      )
      .select((eb) =>
        eb
          .selectFrom('project.studies as every')
          .where('every.project_id', '=', projectId)
          .where('every.deleted_at', 'is', null)
          .select((every) => every.fn.countAll<number>().as('count'))
          .$asScalar()
          .$notNull()
          .as('studyCount'),
      )
      .where('project.project_id', '=', projectId)
      .where('study.deleted_at', 'is', null)
      .orderBy('study.created_at', 'desc')
      .orderBy('study.study_id', 'desc')
      .limit(size)
      .offset(offset),
);

export async function listProjectStudies(
  db: Db,
  own: OwnProject,
  { page, size }: Paging,
): Promise<{ content: StudySummary[]; totalElements: number } | undefined> {
  const rows = await ownStudies(db, { ...own, size, offset: page * size });
  const content = rows.map(({ suspendedAt, suspendReason, ...row }) => ({
    ...row,
    ...toSuspension(suspendedAt, suspendReason),
    createdAt: row.createdAt.toISOString(),
    publishedAt: row.publishedAt?.toISOString() ?? null,
    closedAt: row.closedAt?.toISOString() ?? null,
    nextMeetingAt: row.nextMeetingAt?.toISOString() ?? null,
  }));
  const totalElements = rows[0]?.studyCount ?? (await findProject(db, own))?.studyCount;
  return totalElements === undefined ? undefined : { content, totalElements };
}
