import { projectWords as words } from '@app/words/projects.ts';
import { useParams } from 'react-router';
import { wordsOf } from '../../api/failure.ts';
import { paths } from '@app/contracts/web-paths.ts';
import { Button } from '../../ui/button.tsx';
import { EmptyState } from '../../ui/empty-state.tsx';
import { FailedState } from '../../ui/failed-state.tsx';
import { LinkButton } from '../../ui/link-button.tsx';
import { isGone } from './project-queries.ts';
import { useRestoreProject } from './use-restore-project.ts';

interface ProjectFailedProps {
  error: unknown;
  onRetry: () => void;
  isRetrying: boolean;
}

/** Not there, so back or another way on; or not reached, so another try. */
export function ProjectFailed({ error, onRetry, isRetrying }: ProjectFailedProps) {
  const { id = '' } = useParams();
  const restoration = useRestoreProject(id);
  if (!isGone(error)) return <FailedState text={wordsOf(error)} onRetry={onRetry} isRetrying={isRetrying} />;
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
