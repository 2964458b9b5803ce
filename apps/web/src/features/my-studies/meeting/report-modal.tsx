import { type OwnBooking, reportMeeting } from '@app/contracts/project/bookings.ts';
import type { ReportKind } from '@app/contracts/project/meeting-choices.ts';
import { TEXTAREA_MAX_LENGTH, countCharacters } from '@app/contracts/text.ts';
import { comingUpWords as words } from '@app/words/coming-up.ts';
import { fieldValidation } from '@app/words/field-validation.ts';
import { useState } from 'react';
import { callProject } from '../../../api/call.ts';
import { useSingleCall } from '../../../api/use-single-call.ts';
import { Button } from '../../../ui/button.tsx';
import { Modal } from '../../../ui/modal.tsx';
import { TextArea } from '../../../ui/text-input.tsx';
import { toast } from '../../../ui/toast.ts';

interface ReportModalProps {
  booking: OwnBooking;
  kind: ReportKind;
  refetch: () => Promise<void>;
  onClose: () => void;
  onEnded: () => void;
}

/** The participant's account, in their own words. */
export function ReportModal({ booking: { id }, kind, refetch, onClose, onEnded }: ReportModalProps) {
  const [text, setText] = useState('');
  const [isAsked, setIsAsked] = useState(false);
  const isTooLong = countCharacters(text) > TEXTAREA_MAX_LENGTH;
  const isMissing = text.trim() === '';
  const report = useSingleCall(['report-meeting', id], {
    mutationFn: () => callProject(reportMeeting, { params: { id }, body: { kind, text: text.trim() } }),
    onSuccess: async ({ state }) => {
      await refetch();
      onEnded();
      // The researcher has marked the same, and nobody has to look into it.
      toast.success(state === 'TURNED_AWAY' ? words.counts : words.reported);
    },
    onSettled: (_, error) => void (error && refetch()),
  });
  function send() {
    setIsAsked(true);
    if (!isMissing && !isTooLong) report.mutate();
  }
  const missing = isAsked && isMissing ? fieldValidation.valueRequired : undefined;
  return (
    <Modal
      isOpen
      onClose={onClose}
      title={words.reportTitle[kind]}
      actions={
        <Button isBusy={report.isPending} onClick={send}>
          {words.send}
        </Button>
      }
      keep={words.close}
    >
      <p>{words.reportText[kind]}</p>
      <TextArea
        className="mt-4 text-cocoa"
        label={words.story}
        hint={words.storyHint}
        rows={4}
        maxCharacters={TEXTAREA_MAX_LENGTH}
        value={text}
        onChange={({ target }) => setText(target.value)}
        error={isTooLong ? fieldValidation.maxLength(TEXTAREA_MAX_LENGTH) : missing}
      />
    </Modal>
  );
}
