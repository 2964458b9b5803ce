import type { ExpressionBuilder } from 'kysely';
import { sql } from 'kysely';
import type { Paging } from '@app/contracts/paging.ts';
import type { Project, ProjectSummary } from '@app/contracts/project/projects.ts';
import { anyOf } from '@app/kit/any-of.ts';
import { isWantedVersion } from '@app/kit/versions.ts';
import type { Db, ProjectTables } from '../schema.ts';

/** A project that is there, of this researcher: another's is as one that does not exist (D-21). */
interface OwnProject {
  projectId: string;
  userId: string;
}

/** Those of If-Match; any where there is none. */
type Versions = readonly number[] | undefined;

/** False if a project of this id is there already. */
export async function insertProject(
  db: Db,
  project: Pick<Project, 'id' | 'creatorId' | 'projectName' | 'description'> & { createdAt?: Date },
): Promise<boolean> {
  const row = await db
    .insertInto('project.projects')
    .values({
      project_id: project.id,
      creator_id: project.creatorId,
      project_name: project.projectName,
      description: project.description,
      ...(project.createdAt ? { created_at: project.createdAt } : {}),
    })
    .onConflict((conflict) => conflict.column('project_id').doNothing())
    .returning('project_id')
    .executeTakeFirst();
  return row !== undefined;
}

function projectsOf(db: Db, userId: string) {
  return db
    .selectFrom('project.projects as project')
    .where('project.creator_id', '=', userId)
    .where('project.deleted_at', 'is', null);
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

const studiesOf = (eb: Rows) =>
  eb
    .selectFrom('project.studies as study')
    .whereRef('study.project_id', '=', 'project.project_id')
    .where('study.deleted_at', 'is', null);

/** A draft has no applicants, so the index of applications is asked for the others alone. */
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
        .where('application.status', '=', 'PENDING')
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

function projectRows(db: Db, userId: string) {
  return projectsOf(db, userId)
    .select(columns)
    .select((eb) =>
      studiesOf(eb)
        .select((study) => study.fn.countAll<number>().as('count'))
        .$asScalar()
        .$notNull()
        .as('studyCount'),
    );
}

const toProject = <Row extends { createdAt: Date }>(row: Row) => ({
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

export async function findProject(db: Db, { projectId, userId }: OwnProject): Promise<Project | undefined> {
  const row = await projectRows(db, userId).where('project.project_id', '=', projectId).executeTakeFirst();
  return row && toProject(row);
}

/** What is not given stays; false if there is no such project, or it is of another version. */
export async function updateProject(
  db: Db,
  { projectId, userId }: OwnProject,
  edit: { projectName?: string | undefined; description?: string | undefined },
  versions: Versions,
): Promise<boolean> {
  const row = await db
    .updateTable('project.projects')
    .set({
      project_name: sql<string>`coalesce(${edit.projectName ?? null}, project_name)`,
      description: sql<string>`coalesce(${edit.description ?? null}, description)`,
      version: sql<number>`version + 1`,
    })
    .where('project_id', '=', projectId)
    .where('creator_id', '=', userId)
    .where('deleted_at', 'is', null)
    .where(isWantedVersion(versions))
    .returning('project_id')
    .executeTakeFirst();
  return row !== undefined;
}

/**
 * Keeps the project from being deleted (`share`), or from being deleted or given a study by anybody else (`update`),
 * until the transaction ends. False if there is no such project.
 */
export async function holdProject(
  trx: Db,
  { projectId, userId }: OwnProject,
  strength: 'share' | 'update',
): Promise<boolean> {
  const held = projectsOf(trx, userId)
    .select('project.project_id')
    .where('project.project_id', '=', projectId);
  const row = await (strength === 'share' ? held.forShare() : held.forUpdate()).executeTakeFirst();
  return row !== undefined;
}

/** Takes the project out of sight. Its row stays for the closed studies that people once applied to. False if stale. */
export async function updateDeleted(trx: Db, projectId: string, versions: Versions): Promise<boolean> {
  const { numUpdatedRows } = await trx
    .updateTable('project.projects')
    .set({ deleted_at: sql<Date>`now()` })
    .where('project_id', '=', projectId)
    .where('deleted_at', 'is', null)
    .where(isWantedVersion(versions))
    .executeTakeFirst();
  return numUpdatedRows > 0;
}
