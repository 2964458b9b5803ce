import { REJECTION_NOTE_LENGTH, REJECTION_REASONS } from '@app/contracts/project/submission-choices.ts';
import { countCharacters } from '@app/contracts/text.ts';
import { applicantWords } from '@app/words/applicants.ts';
import { submissionReviewWords as words } from '@app/words/submission-review.ts';
import { validation } from '@app/words/validation.ts';
import { useState } from 'react';
import { Button } from '../../../ui/button.tsx';
import { RadioCards } from '../../../ui/choice-group.tsx';
import { Modal } from '../../../ui/modal.tsx';
import { toOptions } from '../../../ui/options.ts';
import { TextArea } from '../../../ui/text-input.tsx';
import type { SubmissionOrder } from './send-submission-decision.ts';

interface RejectModalProps {
  order: SubmissionOrder;
  name: string;
  onReject: (order: SubmissionOrder) => void;
  isDeciding: boolean;
  onClose: () => void;
}

const { least, most } = REJECTION_NOTE_LENGTH;
const reasons = toOptions(REJECTION_REASONS, words.reasons);

export function RejectModal({ order, name, onReject, isDeciding, onClose }: RejectModalProps) {
  const [chosen, setChosen] = useState<string | null>(order.reason ?? null);
  const [note, setNote] = useState('');
  const reason = REJECTION_REASONS.find((known) => known === chosen);
  const length = countCharacters(note.trim());
  const isTooLong = length > most;
  const { length: count } = order.submissionIds;
  return (
    <Modal
      isOpen
      onClose={onClose}
      title={words.rejectTitle(count, name)}
      actions={
        <Button
          variant="danger"
          disabled={reason === undefined || length < least || isTooLong}
          isBusy={isDeciding}
          onClick={({ detail }) =>
            onReject({ ...order, reason, note: note.trim(), isByKeyboard: detail === 0 })
          }
        >
          {words.rejectCount(count)}
        </Button>
      }
      keep={applicantWords.keep}
    >
      <p>{words.rejectText}</p>
      <p className="mt-2">{words.rejectLimit}</p>
      <RadioCards
        className="mt-4 text-cocoa"
        label={words.reason}
        name="rejection-reason"
        options={reasons}
        chosen={chosen}
        onChange={({ target }) => setChosen(target.value)}
      />
      <TextArea
        className="mt-4 text-cocoa"
        label={words.text}
        hint={words.textHint(least)}
        rows={3}
        maxCharacters={most}
        value={note}
        onChange={({ target }) => setNote(target.value)}
        error={isTooLong ? validation.maxLength(most) : undefined}
      />
      <p className="mt-2 text-sm">{words.rejectUndo}</p>
    </Modal>
  );
}
