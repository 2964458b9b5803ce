import { applicantWords as words } from '@app/words/applicants.ts';
import { choiceWords } from '@app/words/choices.ts';
import { DECLINE_REASONS } from '@app/contracts/project/application-choices.ts';
import { type KeyboardEvent, useEffect, useRef } from 'react';
import { Button } from '../../../ui/button.tsx';
import { Modal } from '../../../ui/modal.tsx';
import { Keys } from './keys.tsx';

export type Reason = (typeof DECLINE_REASONS)[number];

interface QuickDeclineProps {
  name: string;
  isDeciding: boolean;
  onReason: (reason: Reason) => void;
  /** To the dialog with a note. */
  onNote: () => void;
  onClose: () => void;
}

/** The reason that a decline wants (AP3), in one press: of the button, or of its number. */
export function QuickDecline({ name, isDeciding, onReason, onNote, onClose }: QuickDeclineProps) {
  const list = useRef<HTMLOListElement>(null);
  useEffect(() => {
    // After the dialog has put the focus on its cross; on phones it stays with the sheet.
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
      {/* oxlint-disable-next-line jsx-a11y/no-noninteractive-element-interactions -- keys of the buttons within */}
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
