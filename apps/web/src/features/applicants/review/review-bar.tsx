import { applicantWords as words } from '@app/words/applicants.ts';
import { choiceWords } from '@app/words/choices.ts';
import type { Applicant } from '@app/contracts/project/applicants.ts';
import { ChevronLeft, ChevronRight } from 'lucide-react';
import type { MouseEvent } from 'react';
import { Button } from '../../../ui/button.tsx';
import { StickyBar } from '../../../ui/sticky-bar.tsx';
import { canBecome, isMarked } from '../decide/deciding.ts';
import type { Reason } from './quick-decline.tsx';

interface ReviewBarProps {
  applicant: Applicant;
  /** What the next decline says, once one was chosen. */
  reason: Reason | undefined;
  mayDecide: boolean;
  isDeciding: boolean;
  hasPrevious: boolean;
  onStep: (by: 1 | -1) => void;
  onAccept: () => void;
  onDecline: () => void;
  onChangeReason: () => void;
  onTakeBack: () => void;
}

const REASON_ID = 'review-reason';

/**
 * The buttons of the review, under the thumb on a phone. The second press of a double click must not decide on a person
 * who was not read.
 */
export function ReviewBar(props: ReviewBarProps) {
  const { applicant, reason, mayDecide, isDeciding, hasPrevious, onStep } = props;
  const { status } = applicant;
  const isPending = status === 'PENDING';
  const once = (act: () => void) => (event: MouseEvent) => {
    if (event.detail < 2) act();
  };
  return (
    <StickyBar
      note={
        isPending && reason && mayDecide ? (
          <span className="flex flex-wrap items-center gap-x-2">
            <span id={REASON_ID}>{words.declinesWith(choiceWords.declineReason[reason])}</span>
            <Button variant="quiet" size="small" className="-mx-4 -my-2" onClick={props.onChangeReason}>
              {words.changeReason}
            </Button>
          </span>
        ) : null
      }
    >
      <Button
        variant="secondary"
        size="icon"
        aria-label={words.previous}
        aria-keyshortcuts="K"
        disabled={!hasPrevious}
        onClick={() => onStep(-1)}
      >
        <ChevronLeft aria-hidden="true" className="size-5" />
      </Button>
      <Button
        variant="secondary"
        size="icon"
        aria-label={words.next}
        aria-keyshortcuts="J"
        onClick={() => onStep(1)}
      >
        <ChevronRight aria-hidden="true" className="size-5" />
      </Button>
      {mayDecide && isPending && (
        <>
          {!isMarked(applicant) && (
            <Button
              variant="secondary"
              size="small"
              aria-keyshortcuts="D"
              aria-describedby={reason && REASON_ID}
              isBusy={isDeciding}
              onClick={once(props.onDecline)}
            >
              {words.decline}
            </Button>
          )}
          <Button size="small" aria-keyshortcuts="A" isBusy={isDeciding} onClick={once(props.onAccept)}>
            {words.accept}
          </Button>
        </>
      )}
      {mayDecide && canBecome(applicant, 'PENDING') && (
        <Button variant="secondary" size="small" isBusy={isDeciding} onClick={once(props.onTakeBack)}>
          {status === 'ACCEPTED' ? words.takeBackAcceptance : words.takeBackDecline}
        </Button>
      )}
    </StickyBar>
  );
}
