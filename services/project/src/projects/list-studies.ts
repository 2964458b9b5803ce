import type { Paging } from '@app/contracts/endpoint.ts';
import type { StudySummary } from '@app/contracts/project/studies.ts';
import { sql } from 'kysely';
import { ready } from '@app/kit/database.ts';
import type { Db } from '../schema.ts';
import { findProject } from './hold-project.ts';
import type { OwnProject } from './policy.ts';
import { projectsOf } from './queries.ts';

/** Their number stands in each row: counted once, and a statement less than asking for the project first. */
const ownStudies = ready(
  (db: Db, { projectId, userId, size, offset }: OwnProject & { size: number; offset: number }) =>
    projectsOf(db, userId)
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

/** A page of the studies of a project, newest first, with the number of all; undefined if there is no such project. */
export async function listStudiesOf(
  db: Db,
  own: OwnProject,
  { page, size }: Paging,
): Promise<{ content: StudySummary[]; totalElements: number } | undefined> {
  const rows = await ownStudies(db, { ...own, size, offset: page * size });
  const content = rows.map((row) => ({
    ...row,
    createdAt: row.createdAt.toISOString(),
    publishedAt: row.publishedAt?.toISOString() ?? null,
    closedAt: row.closedAt?.toISOString() ?? null,
  }));
  const totalElements = rows[0]?.studyCount ?? (await findProject(db, own))?.studyCount;
  return totalElements === undefined ? undefined : { content, totalElements };
}
