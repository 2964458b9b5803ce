import type { ExpressionBuilder } from 'kysely';
import type { ProjectTables } from '../schema.ts';

type ProjectRow = ExpressionBuilder<
  ProjectTables & { project: ProjectTables['project.projects'] },
  'project'
>;

/** Only its creator may manage a project. For all other people, it does not seem to exist (D-21). */
export const mayManage = (userId: string) => (eb: ProjectRow) =>
  eb.and([eb('project.creator_id', '=', userId), eb('project.deleted_at', 'is', null)]);

export interface OwnProject {
  projectId: string;
  userId: string;
}
