import { projectMessages as words } from '@app/contracts/messages/projects.ts';
import { useParams } from 'react-router';
import { paths } from '../../app/paths.ts';
import { screens } from '../../app/screens.ts';
import { titled } from '../../app/title.ts';
import { LoadFailed } from '../../ui/load-failed.tsx';
import { Loading, Skeleton } from '../../ui/skeleton.tsx';
import { DeleteProject } from './delete-project.tsx';
import { EditProject } from './edit-project.tsx';
import { useProject } from './project-queries.ts';

export const meta = () => titled(words.settingsHeading);
export const handle = screens.projectSettings;

function Settings({ id }: { id: string }) {
  const project = useProject(id);
  if (project.data !== undefined) {
    return (
      <>
        <EditProject project={project.data} />
        <DeleteProject project={project.data} />
      </>
    );
  }
  if (project.isError) {
    return (
      <LoadFailed
        error={project.error}
        onRetry={() => void project.refetch()}
        isRetrying={project.isFetching}
        leave={{ to: paths.projects, label: words.goToList }}
      />
    );
  }
  return (
    <Loading>
      <Skeleton className="h-96 w-full" />
    </Loading>
  );
}

/** Edit and delete (S-302). */
export default function ProjectSettings() {
  const { id = '' } = useParams();
  return (
    <div className="max-w-stage">
      <h1 className="mb-6">{words.settingsHeading}</h1>
      <Settings key={id} id={id} />
    </div>
  );
}
