import type { Project } from '@app/contracts/project/projects.ts';
import type { Db } from '../schema.ts';
import type { OwnProject } from './hold-project.ts';
import { columns, projectsOf, studiesOf, toProject } from './queries.ts';

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

export async function findProject(db: Db, { projectId, userId }: OwnProject): Promise<Project | undefined> {
  const row = await projectRows(db, userId).where('project.project_id', '=', projectId).executeTakeFirst();
  return row && toProject(row);
}
