import type { ExpressionBuilder } from 'kysely';
import { mayManage } from '../projects/policy.ts';
import type { ProjectTables } from '../schema.ts';

/** A study, and who may manage the project that it is in; where they may not, it is as one that does not exist (D-21). */
export interface OwnStudy {
  studyId: string;
  userId: string;
}

type StudyRow = ExpressionBuilder<ProjectTables & { study: ProjectTables['project.studies'] }, 'study'>;

/** As with the project of the study, while the study is there too. */
export const mayManageStudy = (userId: string) => (eb: StudyRow) =>
  eb.and([
    eb('study.deleted_at', 'is', null),
    eb.exists(
      eb
        .selectFrom('project.projects as project')
        .select('project.project_id')
        .whereRef('project.project_id', '=', 'study.project_id')
        .where(mayManage(userId)),
    ),
  ]);
