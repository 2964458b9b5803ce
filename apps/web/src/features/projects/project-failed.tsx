import { projectWords as words } from '@app/words/projects.ts';
import { useParams, useNavigate } from 'react-router';
import { failureMessage } from '../../api/failure.ts';
import { paths } from '@app/contracts/web-paths.ts';
import { Button, LinkButton } from '../../ui/button.tsx';
import { FailedState, EmptyState } from '../../ui/states.tsx';
import { isGone, refetchProjects } from './project-queries.ts';
import { restoreProject } from '@app/contracts/project/projects.ts';
import { useQueryClient } from '@tanstack/react-query';
import { callProject } from '../../api/call.ts';
import { useSingleCall } from '../../api/use-single-call.ts';
import { toast } from '../../ui/toast.ts';

/** The server allows restoring a deleted project for 30 days. */
export function useRestoreProject(id: string, { isOnList = false } = {}) {
  const client = useQueryClient();
  const navigate = useNavigate();
  return useSingleCall(['restore-project', id], {
    mutationFn: () => callProject(restoreProject, { params: { id } }),
    async onSuccess() {
      await refetchProjects(client);
      await navigate(paths.project(id), { replace: !isOnList });
      toast.success(words.projectRestored);
    },
  });
}

interface ProjectFailedProps {
  error: unknown;
  onRetry: () => void;
  isRetrying: boolean;
}

export function ProjectFailed({ error, onRetry, isRetrying }: ProjectFailedProps) {
  const { id = '' } = useParams();
  const restoration = useRestoreProject(id);
  if (!isGone(error))
    return <FailedState text={failureMessage(error)} onRetry={onRetry} isRetrying={isRetrying} />;
  return (
    <div role="alert">
      <EmptyState
        title={words.goneTitle}
        text={words.goneText}
        action={
          <div className="flex flex-wrap justify-center gap-3">
            <LinkButton to={paths.projects}>{words.goToList}</LinkButton>
            <Button variant="secondary" isBusy={restoration.isPending} onClick={() => restoration.mutate()}>
              {words.bringBack}
            </Button>
          </div>
        }
      />
    </div>
  );
}
