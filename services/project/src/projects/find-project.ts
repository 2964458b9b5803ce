import type { Project } from '@app/contracts/project/projects.ts';
import { ready } from '@app/kit/ready.ts';
import type { Db } from '../schema.ts';
import type { OwnProject } from './hold-project.ts';
import { columns, projectsOf, studiesOf, toProject } from './queries.ts';

const projectRows = ready((db: Db, { projectId, userId }: OwnProject) =>
  projectsOf(db, userId)
    .select(columns)
    .select((eb) =>
      studiesOf(eb)
        .select((study) => study.fn.countAll<number>().as('count'))
        .$asScalar()
        .$notNull()
        .as('studyCount'),
    )
    .where('project.project_id', '=', projectId),
);

export async function findProject(db: Db, own: OwnProject): Promise<Project | undefined> {
  const [row] = await projectRows(db, own);
  return row && toProject(row);
}
