import { projectWords as words } from '@app/words/projects.ts';
import type { ErrorCode } from '@app/contracts/errors.ts';
import { deleteProject, type Project } from '@app/contracts/project/projects.ts';
import { paths } from '@app/contracts/web-paths.ts';
import { useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { useParams, useNavigate } from 'react-router';
import { callProject } from '../../../api/call.ts';
import { CallFailed } from '../../../api/failure.ts';
import { toastFailure } from '../../../api/toast-failure.ts';
import { useSingleCall } from '../../../api/use-single-call.ts';
import { Breadcrumb } from '../../../product/breadcrumb.tsx';
import { pageMeta } from '../../../product/title.ts';
import { screens } from '../../../screens.ts';
import { Button } from '../../../ui/button.tsx';
import { Card } from '../../../ui/card.tsx';
import { Modal } from '../../../ui/modal.tsx';
import { Loading, Skeleton } from '../../../ui/states.tsx';
import { ProjectFailed, useRestoreProject } from '../project-failed.tsx';
import { isGone, useProject, markProjectsStale } from '../project-queries.ts';
import { EditProject } from './edit-project.tsx';
import { DeleteProjectModal } from './delete-project-modal.tsx';

export const meta = () => pageMeta(words.settingsHeading);
export const handle = screens.projectSettings;

type Phase = 'CLOSED' | 'ASKING' | 'DELETED';

const HELD_BY = ['PROJECT_HAS_OPEN_STUDIES', 'PROJECT_HAS_MEETINGS'] as const;

const hasCode = (error: unknown, code: ErrorCode) => error instanceof CallFailed && error.code === code;

/**
 * If the project does not exist, it counts as deleted: by another tab, or by a call whose response was lost.
 */
async function remove(id: string): Promise<void> {
  try {
    await callProject(deleteProject, { params: { id } });
  } catch (error) {
    if (!hasCode(error, 'PROJECT_NOT_FOUND')) throw error;
  }
}

interface DeleteProjectProps {
  project: Project;
  onDeleted: () => void;
}

function DeleteProject({ project, onDeleted }: DeleteProjectProps) {
  const navigate = useNavigate();
  const client = useQueryClient();
  const [phase, setPhase] = useState<Phase>('CLOSED');
  const deletion = useSingleCall(['delete-project'], {
    mutationFn: () => remove(project.id),
    onSuccess() {
      onDeleted();
      setPhase('DELETED');
    },
    onError: (error) => {
      if (!HELD_BY.some((code) => hasCode(error, code))) toastFailure(error);
    },
  });
  const restoration = useRestoreProject(project.id);
  async function leave() {
    await markProjectsStale(client);
    await navigate(paths.projects, { replace: true });
  }
  return (
    <Card className="mt-10 flex flex-col items-start gap-4 sm:flex-row sm:items-center sm:justify-between">
      <div>
        <h2 className="text-lg">{words.deleteHeading}</h2>
        <p className="mt-1 max-w-text text-sm text-cocoa-2">{words.deleteText}</p>
      </div>
      <Button variant="danger" className="shrink-0" onClick={() => setPhase('ASKING')}>
        {words.deleteAction}
      </Button>
      <DeleteProjectModal
        project={project}
        isOpen={phase === 'ASKING'}
        heldBy={HELD_BY.find((code) => hasCode(deletion.error, code))}
        isBusy={deletion.isPending}
        onDelete={() => deletion.mutate()}
        onClose={() => {
          setPhase('CLOSED');
          deletion.reset();
        }}
      />
      <Modal
        isOpen={phase === 'DELETED'}
        onClose={() => void leave()}
        title={words.deletedTitle}
        actions={
          <>
            <Button onClick={() => void leave()}>{words.goToList}</Button>
            <Button variant="secondary" isBusy={restoration.isPending} onClick={() => restoration.mutate()}>
              {words.undo}
            </Button>
          </>
        }
      >
        <p className="wrap-anywhere">{words.deletedText(project.projectName)}</p>
      </Modal>
    </Card>
  );
}

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

function LoadedSettings({ id }: { id: string }) {
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
  return <LoadedSettings key={id} id={id} />;
}
