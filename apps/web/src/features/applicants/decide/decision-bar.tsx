import { applicantWords as words } from '@app/words/applicants.ts';
import type { Applicant } from '@app/contracts/project/applicants.ts';
import type { Study } from '@app/contracts/project/studies.ts';
import { type MouseEvent, type ReactNode, useState } from 'react';
import { Button } from '../../../ui/button.tsx';
import { lazyPart } from '../../../ui/states.tsx';
import { StickyBar } from '../../../ui/sticky-bar.tsx';
import type { Order } from './use-decisions.ts';
import { decidable, needsReview } from './decision-rules.ts';

const WriteModal = lazyPart(async () => (await import('./write-message-modal.tsx')).WriteModal);

interface DecisionBarProps {
  study: Study;
  selected: readonly Applicant[];
  onDecide: (order: Order) => void;
  onDecline: (ids: string[]) => void;
  onNeedsReview: (rows: readonly Applicant[]) => void;
  onClear: () => void;
  isDeciding: boolean;
  children: ReactNode;
}

const NO_PLACE_ID = 'no-place-left';

export function DecisionBar({
  study,
  selected,
  onDecide,
  onDecline,
  onNeedsReview,
  onClear,
  isDeciding,
  children,
}: DecisionBarProps) {
  const pending = decidable(selected, 'ACCEPTED');
  const declinable = decidable(selected, 'DECLINED');
  const decided = decidable(selected, 'PENDING');
  const placesLeft = study.placesLeft ?? pending.length;
  // If more people wait than there are places, the order of the list must not decide.
  const isTooMany = pending.length > Math.max(0, placesLeft);
  const [writingTo, setWritingTo] = useState<readonly Applicant[]>();
  const answered = selected.filter(({ status }) => status !== 'PENDING');
  const anyNeedsReview = selected.some(needsReview);
  const decide = (ids: string[], status: 'ACCEPTED' | 'PENDING') => (event: MouseEvent) =>
    onDecide({ ids, verdict: { status }, isByKeyboard: event.detail === 0 });
  return (
    <StickyBar
      note={
        <span className="flex flex-wrap items-center gap-x-6">
          <span role="status" className="figures font-semibold text-cocoa">
            {words.selected(selected.length)}
          </span>
          <Button variant="quiet" size="small" className="-mx-4" onClick={onClear}>
            {words.clearSelection}
          </Button>
          {isTooMany && (
            <span id={NO_PLACE_ID}>{placesLeft > 0 ? words.selectFewer(placesLeft) : words.noPlaceLeft}</span>
          )}
        </span>
      }
    >
      {answered.length > 0 && (
        <Button variant="secondary" size="small" onClick={() => setWritingTo(answered)}>
          {words.writeTo(answered.length)}
        </Button>
      )}
      {writingTo && (
        <WriteModal studyId={study.id} rows={writingTo} onClose={() => setWritingTo(undefined)} />
      )}
      {decided.length > 0 && (
        <Button variant="secondary" size="small" isBusy={isDeciding} onClick={decide(decided, 'PENDING')}>
          {words.undoCount(decided.length)}
        </Button>
      )}
      {declinable.length > 0 && (
        <Button variant="secondary" size="small" onClick={() => onDecline(declinable)}>
          {words.declineCount(declinable.length)}
        </Button>
      )}
      {pending.length > 0 && (
        <Button
          size="small"
          isBusy={isDeciding}
          disabled={isTooMany}
          aria-describedby={isTooMany ? NO_PLACE_ID : undefined}
          onClick={anyNeedsReview ? () => onNeedsReview(selected) : decide(pending, 'ACCEPTED')}
        >
          {words.acceptCount(pending.length)}
        </Button>
      )}
      {children}
    </StickyBar>
  );
}
