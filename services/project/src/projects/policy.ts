import type { ExpressionBuilder } from 'kysely';
import type { ProjectTables } from '../schema.ts';

type ProjectRow = ExpressionBuilder<
  ProjectTables & { project: ProjectTables['project.projects'] },
  'project'
>;

/**
 * Who may read and edit a project with its studies, and decide on their applicants: its creator, until it is deleted. For
 * everybody else it does not exist (D-21).
 */
export const mayManage = (userId: string) => (eb: ProjectRow) =>
  eb.and([eb('project.creator_id', '=', userId), eb('project.deleted_at', 'is', null)]);

/** A project, and who may manage it; where they may not, it is as one that does not exist (D-21). */
export interface OwnProject {
  projectId: string;
  userId: string;
}
