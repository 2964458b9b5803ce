import { Card } from '../ui/card.tsx';
import { FailedState } from '../ui/states.tsx';
import { LinkButton } from '../ui/button.tsx';
import { CallFailed, failureMessage } from './failure.ts';

interface LoadFailedProps {
  error: unknown;
  onRetry: () => void;
  isRetrying: boolean;
  leave: { to: string; label: string };
}

export function LoadFailed({ error, onRetry, isRetrying, leave }: LoadFailedProps) {
  const isGone = error instanceof CallFailed && (error.status === 404 || error.status === 400);
  if (!isGone) return <FailedState text={failureMessage(error)} onRetry={onRetry} isRetrying={isRetrying} />;
  return (
    <Card role="alert">
      <p className="max-w-text">{error.message}</p>
      <LinkButton variant="secondary" className="mt-4" to={leave.to}>
        {leave.label}
      </LinkButton>
    </Card>
  );
}
