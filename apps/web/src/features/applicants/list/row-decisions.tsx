import { applicantWords as words } from '@app/words/applicants.ts';
import type { MouseEvent } from 'react';
import { buttonClass } from '../../../ui/button.tsx';
import type { Order } from '../decide/use-decisions.ts';

interface RowDecisionsProps {
  id: string;
  name: string;
  isBusy: boolean;
  verbs?: Pick<typeof words, 'accept' | 'decline' | 'acceptOne' | 'declineOne'> | typeof words.ofSurvey;
  onDecide: (order: Order) => void;
  /** Undefined if there was a meeting with the applicant. */
  onDecline: ((ids: string[]) => void) | undefined;
}

const quietClass = 'px-3! max-xl:grow';

/** A list may contain this component a thousand times, so it has at most two elements. */
export function RowDecisions({ id, name, isBusy, verbs = words, onDecide, onDecline }: RowDecisionsProps) {
  function accept({ detail }: MouseEvent) {
    // The second click of a double click hits the button that replaces this one.
    if (isBusy || detail > 1) return;
    onDecide({ ids: [id], verdict: { status: 'ACCEPTED' }, isByKeyboard: detail === 0 });
  }
  return (
    <div data-decisions className="row-decisions flex gap-2 xl:justify-end">
      {onDecline && (
        <button
          type="button"
          aria-label={verbs.declineOne(name)}
          onClick={() => onDecline([id])}
          className={buttonClass({ variant: 'secondary', size: 'small', className: quietClass })}
        >
          {verbs.decline}
        </button>
      )}
      <button
        type="button"
        aria-label={verbs.acceptOne(name)}
        aria-busy={isBusy || undefined}
        aria-disabled={isBusy || undefined}
        onClick={accept}
        style={{ color: 'var(--color-green)' }}
        className={buttonClass({
          variant: 'secondary',
          size: 'small',
          className: `${quietClass} aria-busy:opacity-60`,
        })}
      >
        {verbs.accept}
      </button>
    </div>
  );
}
