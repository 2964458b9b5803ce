import { projectMessages as words } from '@app/words/projects.ts';
import { useState } from 'react';
import { useParams } from 'react-router';
import { paths } from '@app/contracts/web-paths.ts';
import { Breadcrumb } from '../../../product/breadcrumb.tsx';
import { titled } from '../../../product/title.ts';
import { screens } from '../../../screens.ts';
import { Loading, Skeleton } from '../../../ui/skeleton.tsx';
import { ProjectFailed } from '../project-failed.tsx';
import { isGone, useProject } from '../project-queries.ts';
import { DeleteProject } from './delete-project.tsx';
import { EditProject } from './edit-project.tsx';

export const meta = () => titled(words.settingsHeading);
export const handle = screens.projectSettings;

function Settings({ project }: { project: ReturnType<typeof useProject> }) {
  const [isDeleted, setIsDeleted] = useState(false);
  if (project.data !== undefined && (isDeleted || !isGone(project.error))) {
    return (
      <>
        <EditProject project={project.data} />
        <DeleteProject project={project.data} onDeleted={() => setIsDeleted(true)} />
      </>
    );
  }
  if (project.isError) {
    return (
      <ProjectFailed
        error={project.error}
        onRetry={() => void project.refetch()}
        isRetrying={project.isFetching}
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
function SettingsOf({ id }: { id: string }) {
  const project = useProject(id);
  const name = project.data?.projectName;
  return (
    <div className="max-w-stage">
      <Breadcrumb above={name === undefined ? [] : [{ label: name, to: paths.project(id) }]} />
      <h1 className="mb-6">{words.settingsHeading}</h1>
      <Settings project={project} />
    </div>
  );
}

export default function ProjectSettings() {
  const { id = '' } = useParams();
  return <SettingsOf key={id} id={id} />;
}
