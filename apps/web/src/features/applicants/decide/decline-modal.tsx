import { applicantWords as words } from '@app/words/applicants.ts';
import { choiceWords } from '@app/words/choices.ts';
import { validation } from '@app/words/validation.ts';
import { DECLINE_REASONS } from '@app/contracts/project/application-choices.ts';
import { TEXTAREA_MAX_LENGTH, countCharacters } from '@app/contracts/text.ts';
import type { MouseEvent } from 'react';
import { Button } from '../../../ui/button.tsx';
import { RadioCards } from '../../../ui/choice-group.tsx';
import { Modal } from '../../../ui/modal.tsx';
import { toOptions } from '../../../ui/options.ts';
import { TextArea } from '../../../ui/text-input.tsx';
import type { Order } from './use-decisions.ts';
import type { Decline } from './use-decline.ts';

interface DeclineModalProps {
  ids: string[];
  name: string;
  decline: Decline;
  onChange: (decline: Decline) => void;
  onDecide: (order: Order) => void;
  isDeciding: boolean;
  onClose: () => void;
}

const reasons = toOptions(DECLINE_REASONS, choiceWords.declineReason);

export function DeclineModal(props: DeclineModalProps) {
  const { ids, name, decline, onChange, onDecide, isDeciding, onClose } = props;
  const { reason: chosen, note } = decline;
  const reason = DECLINE_REASONS.find((known) => known === chosen);
  const isTooLong = countCharacters(note) > TEXTAREA_MAX_LENGTH;

  function confirm(event: MouseEvent) {
    if (reason === undefined) return;
    const verdict = { status: 'DECLINED', reason, ...(note.trim() === '' ? {} : { note }) } as const;
    onDecide({ ids, verdict, isByKeyboard: event.detail === 0 });
  }
  return (
    <Modal
      isOpen
      onClose={onClose}
      title={words.declineTitle(ids.length, name)}
      actions={
        <Button
          variant="danger"
          disabled={reason === undefined || isTooLong}
          isBusy={isDeciding}
          onClick={confirm}
        >
          {words.declineCount(ids.length)}
        </Button>
      }
      keep={words.keep}
    >
      <p>{words.declineText}</p>
      <RadioCards
        className="mt-4 text-cocoa"
        label={words.reason}
        name="reason"
        options={reasons}
        chosen={chosen}
        onChange={(event) => onChange({ ...decline, reason: event.target.value })}
      />
      <TextArea
        className="mt-4"
        label={words.note}
        isOptional
        hint={reason === 'OTHER' && note.trim() === '' ? words.noteWanted : words.noteHint}
        rows={3}
        maxCharacters={TEXTAREA_MAX_LENGTH}
        value={note}
        onChange={(event) => onChange({ ...decline, note: event.target.value })}
        error={isTooLong ? validation.maxLength(TEXTAREA_MAX_LENGTH) : undefined}
      />
    </Modal>
  );
}
