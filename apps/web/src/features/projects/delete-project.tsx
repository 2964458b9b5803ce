import { projectMessages as words } from '@app/contracts/messages/projects.ts';
import { deleteProject, type Project } from '@app/contracts/project/projects.ts';
import { useMutation, useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { useNavigate } from 'react-router';
import { callProject } from '../../api/call.ts';
import { CallFailed } from '../../api/failure.ts';
import { toastFailure } from '../../api/toast-failure.ts';
import { paths } from '../../app/paths.ts';
import { Button } from '../../ui/button.tsx';
import { Card } from '../../ui/card.tsx';
import { Modal } from '../../ui/modal.tsx';
import { forgetProjects } from './project-queries.ts';
import { DeleteProjectModal } from './delete-project-modal.tsx';

type Phase = 'CLOSED' | 'ASKING' | 'DELETED';

/** Asked of the cache and not of the last drawing, so that a double click is one. */
const DELETING = ['delete-project'];

/** Asks, deletes, says so, and leads to the list (S-302). */
export function DeleteProject({ project }: { project: Project }) {
  const navigate = useNavigate();
  const client = useQueryClient();
  const [phase, setPhase] = useState<Phase>('CLOSED');
  const remove = useMutation({
    mutationKey: DELETING,
    mutationFn: () => callProject(deleteProject, { params: { id: project.id } }),
    onSuccess: () => setPhase('DELETED'),
    onError: (error) => {
      if (!isHeldByStudies(error)) toastFailure(error);
    },
  });
  async function leave() {
    await forgetProjects(client);
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
        isHeld={isHeldByStudies(remove.error)}
        isBusy={remove.isPending}
        onDelete={() => client.isMutating({ mutationKey: DELETING }) === 0 && remove.mutate()}
        onClose={() => {
          setPhase('CLOSED');
          remove.reset();
        }}
      />
      <Modal
        isOpen={phase === 'DELETED'}
        onClose={() => void leave()}
        title={words.deletedTitle}
        actions={<Button onClick={() => void leave()}>{words.goToList}</Button>}
      >
        <p className="wrap-anywhere">{words.deletedText(project.projectName)}</p>
      </Modal>
    </Card>
  );
}

/** Somebody published a study after this dialog had read them. */
function isHeldByStudies(error: unknown): boolean {
  return error instanceof CallFailed && error.code === 'PROJECT_HAS_OPEN_STUDIES';
}
