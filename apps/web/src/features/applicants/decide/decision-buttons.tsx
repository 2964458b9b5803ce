import { applicantMessages as words } from '@app/words/applicants.ts';
import type { Applicant } from '@app/contracts/project/applicants.ts';
import type { MouseEvent } from 'react';
import { Button } from '../../../ui/button.tsx';
import { MeetingEnds } from './meeting-ends.tsx';
import type { Order } from './use-decisions.ts';

interface DecisionButtonsProps {
  applicant: Applicant;
  onDecide: (order: Order) => void;
  onDecline: (ids: string[]) => void;
  isDeciding: boolean;
}

/** What can be done with one application as it stands. */
export function DecisionButtons({ applicant, onDecide, onDecline, isDeciding }: DecisionButtonsProps) {
  const { id, status } = applicant;
  if (status === 'WITHDRAWN') return <p className="text-sm text-cocoa-2">{words.withdrawnText}</p>;
  const decide = (to: 'ACCEPTED' | 'PENDING') => (event: MouseEvent) => {
    // The second press of a double click meets the button that has come in place of the first.
    if (event.detail > 1) return;
    onDecide({ ids: [id], verdict: { status: to }, isByKeyboard: event.detail === 0 });
  };
  if (status !== 'PENDING') {
    return (
      <div>
        <Button variant="secondary" size="small" isBusy={isDeciding} onClick={decide('PENDING')}>
          {status === 'ACCEPTED' ? words.takeBackAcceptance : words.takeBackDecline}
        </Button>
        <MeetingEnds applicant={applicant} />
      </div>
    );
  }
  return (
    <div className="flex flex-wrap gap-3">
      <Button size="small" isBusy={isDeciding} onClick={decide('ACCEPTED')}>
        {words.accept}
      </Button>
      <Button variant="secondary" size="small" onClick={() => onDecline([id])}>
        {words.decline}
      </Button>
    </div>
  );
}
