import { cancelBooking, type ResearcherBooking } from '@app/contracts/project/bookings.ts';
import { TEXTAREA_MAX_LENGTH, countCharacters } from '@app/contracts/text.ts';
import { researcherMeetingWords as words } from '@app/words/researcher-meetings.ts';
import { validation } from '@app/words/validation.ts';
import { useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { callProject } from '../../api/call.ts';
import { meetingKeys } from '../../api/keys.ts';
import { useSingleCall } from '../../api/use-single-call.ts';
import { exactTime } from '../../format/exact-time.ts';
import { Button } from '../../ui/button.tsx';
import { Modal } from '../../ui/modal.tsx';
import { TextArea } from '../../ui/text-input.tsx';
import { toast } from '../../ui/toast.ts';

const SHORT_NOTICE_MS = 24 * 60 * 60_000;

interface CancelMeetingModalProps {
  booking: ResearcherBooking;
  name: string;
  onClose: () => void;
}

/** No meeting is cancelled without a reason (AV7). */
export function CancelMeetingModal({ booking, name, onClose }: CancelMeetingModalProps) {
  const { id, startsAt } = booking;
  const client = useQueryClient();
  const [reason, setReason] = useState('');
  const [isAsked, setIsAsked] = useState(false);
  // As it was when the question came up.
  const [isShort] = useState(() => Date.parse(startsAt ?? '') - Date.now() < SHORT_NOTICE_MS);
  const isTooLong = countCharacters(reason) > TEXTAREA_MAX_LENGTH;
  const isMissing = reason.trim() === '';
  const cancellation = useSingleCall(['cancel-meeting', id], {
    mutationFn: () => callProject(cancelBooking, { params: { id }, body: { reason: reason.trim() } }),
    onSuccess: () => {
      toast.success(words.cancelled);
      onClose();
    },
    onSettled: () => client.invalidateQueries({ queryKey: meetingKeys.all() }),
  });
  function confirm() {
    setIsAsked(true);
    if (!isMissing && !isTooLong) cancellation.mutate();
  }
  const missing = isAsked && isMissing ? validation.valueRequired : undefined;
  return (
    <Modal
      isOpen
      onClose={onClose}
      title={words.cancelTitle(name)}
      actions={
        <>
          <Button variant="danger" isBusy={cancellation.isPending} onClick={confirm}>
            {words.cancel}
          </Button>
          <Button variant="secondary" onClick={onClose}>
            {words.keep}
          </Button>
        </>
      }
    >
      <p>{words.cancelText(exactTime(startsAt ?? ''))}</p>
      {isShort && <p className="mt-2 font-semibold text-gold-ink">{words.cancelLate}</p>}
      <TextArea
        className="mt-4 text-cocoa"
        label={words.reason}
        hint={words.reasonHint}
        rows={3}
        maxCharacters={TEXTAREA_MAX_LENGTH}
        value={reason}
        onChange={(event) => setReason(event.target.value)}
        error={isTooLong ? validation.maxLength(TEXTAREA_MAX_LENGTH) : missing}
      />
    </Modal>
  );
}
