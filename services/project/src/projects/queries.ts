import { type ExpressionBuilder, sql } from 'kysely';
import type { Paging } from '@app/contracts/endpoint.ts';
import type { ProjectSummary } from '@app/contracts/project/projects.ts';
import { anyOf } from '@app/kit/database.ts';
import { isWantedVersion } from '@app/kit/versions.ts';
import type { Db, ProjectTables } from '../schema.ts';
import { type OwnProject, mayManage } from './policy.ts';

/** Those of If-Match; any where there is none. */
type Versions = readonly number[] | undefined;

export function projectsOf(db: Db, userId: string) {
  return db.selectFrom('project.projects as project').where(mayManage(userId));
}

export const columns = [
  'project.project_id as id',
  'project.project_name as projectName',
  'project.description',
  'project.creator_id as creatorId',
  'project.created_at as createdAt',
  'project.version',
] as const;

type Rows = ExpressionBuilder<ProjectTables & { project: ProjectTables['project.projects'] }, 'project'>;

export const studiesOf = (eb: Rows) =>
  eb
    .selectFrom('project.studies as study')
    .whereRef('study.project_id', '=', 'project.project_id')
    .where('study.deleted_at', 'is', null);

/** A draft has no applicants, so the index of those who wait is asked for the others alone; spelled as there. */
const waitingFor = (
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
  studiesOf(eb)
    .select((study) => [
      study.fn.countAll<number>().as('studyCount'),
      study.fn.countAll<number>().filterWhere('study.is_open', '=', true).as('openStudyCount'),
      sql<number>`coalesce(sum(${waitingFor(study)}), 0)::int`.as('waitingCount'),
    ])
    .as('counts');

export const toProject = <Row extends { createdAt: Date }>(row: Row) => ({
  ...row,
  createdAt: row.createdAt.toISOString(),
});

/** A page of projects, newest first; of those of these ids where there are any given. */
export async function findProjects(
  db: Db,
  userId: string,
  { page, size, among }: Paging & { among?: readonly string[] },
): Promise<ProjectSummary[]> {
  let wanted = projectsOf(db, userId)
    .select('project.project_id')
    .orderBy('project.created_at', 'desc')
    .orderBy('project.project_id', 'desc')
    .limit(size)
    .offset(page * size);
  if (among) wanted = wanted.where('project.project_id', '=', anyOf(among));
  // What is counted is counted of the page's rows alone, however many come before them.
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

export async function countProjects(db: Db, userId: string): Promise<number> {
  const { total } = await projectsOf(db, userId)
    .select((eb) => eb.fn.countAll<number>().as('total'))
    .executeTakeFirstOrThrow();
  return total;
}

/** All of them, newest first. */
export function findProjectNames(db: Db, userId: string): Promise<{ id: string; projectName: string }[]> {
  return projectsOf(db, userId)
    .select(['project.project_id as id', 'project.project_name as projectName'])
    .orderBy('project.created_at', 'desc')
    .orderBy('project.project_id', 'desc')
    .execute();
}

/** What is not given stays; false if there is no such project, or it is of another version. */
export async function updateProject(
  db: Db,
  { projectId, userId }: OwnProject,
  edit: { projectName?: string | undefined; description?: string | undefined },
  versions: Versions,
): Promise<boolean> {
  const row = await db
    .updateTable('project.projects as project')
    .set({
      project_name: sql<string>`coalesce(${edit.projectName ?? null}, project_name)`,
      description: sql<string>`coalesce(${edit.description ?? null}, description)`,
      version: sql<number>`version + 1`,
    })
    .where('project.project_id', '=', projectId)
    .where(mayManage(userId))
    .where(isWantedVersion(versions))
    .returning('project.project_id')
    .executeTakeFirst();
  return row !== undefined;
}
