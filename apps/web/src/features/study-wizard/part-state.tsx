import { failureWords } from '@app/words/failures.ts';
import { studyWizardWords as words } from '@app/words/study-wizard.ts';
import { Button } from '../../ui/button.tsx';
import { Loading, Skeleton } from '../../ui/skeleton.tsx';

/** In a dialog, while what it shows is being fetched. */
export function PartState({ isFailed, onRetry }: { isFailed: boolean; onRetry: () => void }) {
  if (!isFailed) {
    return (
      <Loading>
        <Skeleton className="h-80 w-full" />
      </Loading>
    );
  }
  return (
    <div role="alert">
      <p>{words.partFailed}</p>
      <Button variant="secondary" className="mt-4" onClick={onRetry}>
        {failureWords.tryAgain}
      </Button>
    </div>
  );
}
