import { failureWords } from '@app/words/failures.ts';
import { Button } from './button.tsx';
import { Card } from './card.tsx';

interface FailedStateProps {
  /** What happened, in words: `wordsOf(query.error)`. */
  text: string;
  onRetry: () => void;
  isRetrying?: boolean;
}

/** Instead of something that could not be loaded. */
export function FailedState({ text, onRetry, isRetrying }: FailedStateProps) {
  return (
    <Card role="alert">
      <p className="max-w-text">{text}</p>
      <Button variant="secondary" className="mt-4" onClick={onRetry} isBusy={isRetrying}>
        {failureWords.tryAgain}
      </Button>
    </Card>
  );
}
