import { applicantMessages as words } from '@app/words/applicants.ts';
import type { ReactNode } from 'react';
import { Button } from '../../../ui/button.tsx';
import { EmptyState } from '../../../ui/empty-state.tsx';

interface ReviewEndProps {
  /** How many were gone past without a decision. */
  left: number;
  leave: ReactNode;
  onAgain: () => void;
}

/** Behind the last applicant. */
export function ReviewEnd({ left, leave, onAgain }: ReviewEndProps) {
  return (
    <EmptyState
      title={left === 0 ? words.reviewDone : words.reviewLeft(left)}
      text={left === 0 ? words.reviewDoneText : words.reviewLeftText}
      action={
        <div className="flex flex-wrap gap-3">
          {leave}
          {left > 0 && (
            <Button variant="secondary" size="small" onClick={onAgain}>
              {words.reviewAgain}
            </Button>
          )}
        </div>
      }
    />
  );
}
