import { sql } from 'kysely';
import type { Db, StudyState } from '../schema.ts';

interface SuspendedStudy {
  id: string;
  researcherId: string;
  state: StudyState;
  isSuspended: boolean;
}

/** Also finds deleted studies, because they can be restored. */
export async function findStudyOfAnyone(db: Db, studyId: string): Promise<SuspendedStudy | undefined> {
  return db
    .selectFrom('project.studies as study')
    .innerJoin('project.projects as project', 'project.project_id', 'study.project_id')
    .select(['study.study_id as id', 'project.creator_id as researcherId', 'study.state'])
    .select(sql<boolean>`study.suspended_at is not null`.as('isSuspended'))
    .where('study.study_id', '=', studyId)
    .executeTakeFirst();
}

/** Null ends the suspension. Returns undefined if nothing changed. */
export async function updateStudySuspension(
  trx: Db,
  studyId: string,
  suspension: { reason: string; by: string } | null,
): Promise<{ name: string; version: number; isOpen: boolean } | undefined> {
  return trx
    .updateTable('project.studies')
    .set((eb) => ({
      suspended_at: suspension && sql<Date>`now()`,
      suspend_reason: suspension?.reason ?? null,
      suspended_by: suspension?.by ?? null,
      ...(!suspension && { resumed_at: sql<Date>`now()` }),
      version: eb('version', '+', 1),
    }))
    .where('study_id', '=', studyId)
    .where('state', '<>', 'DRAFT')
    .where('suspended_at', suspension ? 'is' : 'is not', null)
    .returning(['name', 'version', 'is_open as isOpen'])
    .executeTakeFirst();
}
