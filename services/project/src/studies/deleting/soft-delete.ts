import { type ExpressionBuilder, sql } from 'kysely';
import { RETENTION } from '@app/contracts/retention.ts';
import { ago } from '@app/kit/sweep.ts';
import { mayManage } from '../../projects/policy.ts';
import type { Db, ProjectTables } from '../../schema.ts';
import { type OwnStudy, type Versions, updateOwn } from '../policy.ts';

type StudyRow = ExpressionBuilder<ProjectTables & { study: ProjectTables['project.studies'] }, 'study'>;

const hasNoApplicant = (eb: StudyRow) =>
  eb.not(
    eb.exists(
      eb
        .selectFrom('project.applications as application')
        .select('application.application_id')
        .whereRef('application.study_id', '=', 'study.study_id'),
    ),
  );

/** Soft-deletes a study and leaves its version: false if somebody applied, or it has another version. */
export async function updateDeleted(trx: Db, own: OwnStudy, versions: Versions): Promise<boolean> {
  const { numUpdatedRows } = await updateOwn(trx, own, versions)
    .set({ deleted_at: sql<Date>`now()` })
    .where(hasNoApplicant)
    .executeTakeFirst();
  return numUpdatedRows > 0;
}

/** A study that was deleted after this moment can still be restored, and its budget stays. */
export const studiesRestorableSince = () => ago(RETENTION.deletedStudies);

/**
 * Undoes a soft delete; undefined if it was deleted too long ago. Locks its project first, so that
 * nothing comes back into one that is being deleted.
 */
export async function updateRestored(trx: Db, { studyId, userId }: OwnStudy) {
  return trx
    .with('held', (cte) =>
      cte
        .selectFrom('project.projects as project')
        .select('project.project_id')
        .where('project.project_id', '=', (eb) =>
          eb.selectFrom('project.studies').select('project_id').where('study_id', '=', studyId),
        )
        .where(mayManage(userId))
        .forShare(),
    )
    .updateTable('project.studies as study')
    .set({ deleted_at: null })
    .where('study.study_id', '=', studyId)
    .where('study.deleted_at', '>', studiesRestorableSince())
    .where('study.project_id', 'in', (eb) => eb.selectFrom('held').select('held.project_id'))
    .returning('study.version')
    .executeTakeFirst();
}

/**
 * Deletes for good at most `most` soft-deleted studies that cannot be restored any more, with their slots; returns how
 * many. Skips one that is being restored at this moment.
 */
export async function deleteOldDeletedStudies(db: Db, most: number): Promise<number> {
  const { numDeletedRows } = await db
    .with('old', (cte) =>
      cte
        .selectFrom('project.studies as study')
        .select('study.study_id')
        .where('study.deleted_at', '<=', studiesRestorableSince())
        // The budget is refunded to its researcher, who is known by this row.
        .where((eb) =>
          eb.not(
            eb.exists(
              eb
                .selectFrom('project.unrefunded_studies as funded')
                .select('funded.study_id')
                .whereRef('funded.study_id', '=', 'study.study_id'),
            ),
          ),
        )
        // What was deleted with its project comes back with it, or goes with it.
        .where((eb) =>
          eb.not(
            eb.exists(
              eb
                .selectFrom('project.projects as project')
                .select('project.project_id')
                .whereRef('project.project_id', '=', 'study.project_id')
                .whereRef('project.deleted_at', '=', 'study.deleted_at'),
            ),
          ),
        )
        // A node of the version before let people apply to what was deleted.
        .where(hasNoApplicant)
        .limit(most)
        .forUpdate()
        .skipLocked(),
    )
    .deleteFrom('project.studies')
    .where('study_id', 'in', (eb) => eb.selectFrom('old').select('old.study_id'))
    .executeTakeFirst();
  return Number(numDeletedRows);
}
