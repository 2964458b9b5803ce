import { cancelBooking, cancelSlot } from '@app/contracts/project/bookings.ts';
import { TEXTAREA_MAX_LENGTH, countCharacters } from '@app/contracts/text.ts';
import { researcherMeetingWords as words } from '@app/words/researcher-meetings.ts';
import { validation } from '@app/words/validation.ts';
import { useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { serverNow } from '../../api/server-clock.ts';
import { callProject } from '../../api/call.ts';
import { meetingKeys } from '../../api/keys.ts';
import { useSingleCall } from '../../api/use-single-call.ts';
import { wordsOf } from '../../api/failure.ts';
import { exactTime } from '../../format/exact-time.ts';
import { meetingTime } from '../../format/meeting-time.ts';
import { Button } from '../../ui/button.tsx';
import { Checkbox } from '../../ui/checkbox.tsx';
import { Modal } from '../../ui/modal.tsx';
import { Select } from '../../ui/select.tsx';
import { TextArea } from '../../ui/text-input.tsx';
import { toast } from '../../ui/toast.ts';
import type { Meeting } from './meetings-of.ts';
import { useSlots } from './use-slots.ts';

const SHORT_NOTICE_MS = 24 * 60 * 60_000;

interface CancelMeetingModalProps {
  meeting: Pick<Meeting, 'key' | 'studyId' | 'startsAt'>;
  /** Of a group the one person whom it is cancelled for; everybody where there is none. */
  only: { id: string; name: string } | undefined;
  /** How many it is cancelled for. */
  count: number;
  onClose: () => void;
}

/** No meeting is cancelled without a reason (AV7). */
export function CancelMeetingModal({ meeting, only, count, onClose }: CancelMeetingModalProps) {
  const { key, studyId, startsAt } = meeting;
  const client = useQueryClient();
  const [isOfferedAgain, setIsOfferedAgain] = useState(false);
  const slots = useSlots(studyId, only !== undefined);
  const free = slots.data?.slots.filter((slot) => slot.isFree && slot.startsAt !== startsAt) ?? [];
  const [choice, setChoice] = useState('');
  // Somebody may take it while the reason is written.
  const proposes = free.some(({ slotId }) => slotId === choice) ? choice : undefined;
  const [reason, setReason] = useState('');
  const [isAsked, setIsAsked] = useState(false);
  // As it was when the question came up.
  const [isShort] = useState(() => Date.parse(startsAt) - serverNow() < SHORT_NOTICE_MS);
  const isTooLong = countCharacters(reason) > TEXTAREA_MAX_LENGTH;
  const isMissing = reason.trim() === '';
  const cancellation = useSingleCall(['cancel-meeting', only?.id ?? key], {
    mutationFn: async () => {
      const body = { reason: reason.trim(), isOfferedAgain };
      if (only)
        await callProject(cancelBooking, {
          params: { id: only.id },
          body: { ...body, ...(proposes && { proposes }) },
        });
      else await callProject(cancelSlot, { params: { id: studyId, slotId: startsAt }, body });
    },
    onSuccess: () => {
      toast.success(proposes ? words.proposed : words.cancelled(count));
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
      title={only ? words.cancelTitle(only.name) : words.cancelAllTitle(count)}
      actions={
        <>
          <Button variant="danger" isBusy={cancellation.isPending} onClick={confirm}>
            {only ? words.cancel : words.cancelAll}
          </Button>
          <Button variant="secondary" onClick={onClose}>
            {words.keep}
          </Button>
        </>
      }
    >
      <p>{words.cancelText(exactTime(startsAt))}</p>
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
      {only && (
        <Select
          className="mt-3 text-cocoa"
          label={words.propose}
          hint={slots.data && free.length === 0 ? words.nothingToPropose : words.proposeHint}
          error={slots.data ? undefined : slots.error ? wordsOf(slots.error) : undefined}
          isOptional
          placeholder={words.proposeNone}
          disabled={free.length === 0}
          options={free.map((slot) => ({ value: slot.slotId, label: meetingTime(slot.startsAt) }))}
          value={proposes ?? ''}
          onChange={(event) => setChoice(event.target.value)}
        />
      )}
      <Checkbox
        className="mt-3 text-cocoa"
        label={words.offerAgain}
        checked={isOfferedAgain}
        onChange={(event) => setIsOfferedAgain(event.target.checked)}
      />
    </Modal>
  );
}
