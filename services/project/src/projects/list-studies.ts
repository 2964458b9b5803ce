import type { Paging } from '@app/contracts/paging.ts';
import type { StudySummary } from '@app/contracts/project/studies.ts';
import { ready } from '@app/kit/ready.ts';
import type { Db } from '../schema.ts';
import { mayHaveBudget } from './may-have-budget.ts';

const studiesOf = ready(
  (db: Db, { projectId, size, offset }: { projectId: string; size: number; offset: number }) =>
    db
      .selectFrom('project.studies as study')
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
        mayHaveBudget.as('mayHaveBudget'),
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
      .where('study.project_id', '=', projectId)
      .where('study.deleted_at', 'is', null)
      .orderBy('study.created_at', 'desc')
      .orderBy('study.study_id', 'desc')
      .limit(size)
      .offset(offset),
);

/** The studies of a project that is known to be the caller's own, newest first. */
export async function listStudiesOf(
  db: Db,
  projectId: string,
  { page, size }: Paging,
): Promise<StudySummary[]> {
  const rows = await studiesOf(db, { projectId, size, offset: page * size });
  return rows.map((row) => ({
    ...row,
    createdAt: row.createdAt.toISOString(),
    publishedAt: row.publishedAt?.toISOString() ?? null,
    closedAt: row.closedAt?.toISOString() ?? null,
  }));
}
