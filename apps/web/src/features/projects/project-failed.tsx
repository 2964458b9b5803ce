import { projectMessages as words } from '@app/words/projects.ts';
import { wordsOf } from '../../api/failure.ts';
import { paths } from '@app/contracts/web-paths.ts';
import { EmptyState } from '../../ui/empty-state.tsx';
import { FailedState } from '../../ui/failed-state.tsx';
import { LinkButton } from '../../ui/link-button.tsx';
import { isGone } from './project-queries.ts';

interface ProjectFailedProps {
  error: unknown;
  onRetry: () => void;
  isRetrying: boolean;
}

/** Not there, so another way on; or not reached, so another try. */
export function ProjectFailed({ error, onRetry, isRetrying }: ProjectFailedProps) {
  if (!isGone(error)) return <FailedState text={wordsOf(error)} onRetry={onRetry} isRetrying={isRetrying} />;
  return (
    <div role="alert">
      <EmptyState
        title={words.goneTitle}
        text={words.goneText}
        action={<LinkButton to={paths.projects}>{words.goToList}</LinkButton>}
      />
    </div>
  );
}
