import { applicantWords as words } from '@app/words/applicants.ts';
import { choiceWords } from '@app/words/choices.ts';
import type { Applicant } from '@app/contracts/project/applicants.ts';
import { ChevronLeft, ChevronRight } from 'lucide-react';
import { type MouseEvent, type KeyboardEvent, useEffect, useRef } from 'react';
import { Button } from '../../../ui/button.tsx';
import { StickyBar } from '../../../ui/sticky-bar.tsx';
import { canSetStatus, isMarked } from '../decide/decision-rules.ts';
import { DECLINE_REASONS } from '@app/contracts/project/application-choices.ts';
import { Modal } from '../../../ui/modal.tsx';

export type Reason = (typeof DECLINE_REASONS)[number];

interface QuickDeclineProps {
  name: string;
  isDeciding: boolean;
  onReason: (reason: Reason) => void;
  onNote: () => void;
  onClose: () => void;
}

export function QuickDecline({ name, isDeciding, onReason, onNote, onClose }: QuickDeclineProps) {
  const list = useRef<HTMLOListElement>(null);
  useEffect(() => {
    // The dialog gives the focus to its close button first. Then the list takes it, but not on phones.
    if (!matchMedia('(pointer: coarse)').matches) list.current?.querySelector('button')?.focus();
  }, []);

  function pressByNumber(event: KeyboardEvent) {
    const reason = DECLINE_REASONS[Number(event.key) - 1];
    if (reason !== undefined && !event.repeat) onReason(reason);
  }
  return (
    <Modal
      isOpen
      onClose={onClose}
      title={words.declineTitle(1, name)}
      actions={
        <>
          <Button variant="secondary" onClick={onNote}>
            {words.withNote}
          </Button>
          <Button variant="quiet" onClick={onClose}>
            {words.keep}
          </Button>
        </>
      }
    >
      <p>{words.declineQuickText}</p>
      {/* oxlint-disable-next-line jsx-a11y/no-noninteractive-element-interactions -- number keys press the buttons of the list */}
      <ol ref={list} aria-label={words.reason} onKeyDown={pressByNumber} className="mt-4 flex flex-col gap-2">
        {DECLINE_REASONS.map((reason, at) => (
          <li key={reason}>
            <Button
              variant="secondary"
              size="small"
              isWide
              isBusy={isDeciding}
              className="justify-start! text-left"
              onClick={() => onReason(reason)}
            >
              <Keys keys={[String(at + 1)]} />
              {choiceWords.declineReason[reason]}
            </Button>
          </li>
        ))}
      </ol>
    </Modal>
  );
}

function Keys({ keys }: { keys: readonly string[] }) {
  return (
    <span aria-hidden="true" className="inline-flex gap-1 pointer-coarse:hidden">
      {keys.map((key) => (
        <kbd
          key={key}
          className="inline-flex min-w-6 justify-center rounded-control border border-line-strong bg-surface px-1.5 [font-family:inherit] text-xs font-semibold text-cocoa"
        >
          {key}
        </kbd>
      ))}
    </span>
  );
}

export function KeyLegend() {
  return (
    <p
      aria-hidden="true"
      className="flex flex-wrap gap-x-4 gap-y-1 text-sm text-cocoa-2 pointer-coarse:hidden"
    >
      {words.keys.map(({ keys, does }) => (
        <span key={does} className="inline-flex items-center gap-1.5">
          <Keys keys={keys} />
          {does}
        </span>
      ))}
    </p>
  );
}

interface ReviewBarProps {
  applicant: Applicant;
  reason: Reason | undefined;
  mayDecide: boolean;
  isDeciding: boolean;
  hasPrevious: boolean;
  onStep: (by: 1 | -1) => void;
  onAccept: () => void;
  onDecline: () => void;
  onChangeReason: () => void;
  onUndo: () => void;
}

const REASON_ID = 'review-reason';

/**
 * The second click of a double click must not decide about the next person, whom the researcher has not seen.
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
      {mayDecide && canSetStatus(applicant, 'PENDING') && (
        <Button variant="secondary" size="small" isBusy={isDeciding} onClick={once(props.onUndo)}>
          {status === 'ACCEPTED' ? words.undoAcceptance : words.undoDecline}
        </Button>
      )}
    </StickyBar>
  );
}
