import { DAY_MS } from '@app/contracts/durations.ts';
import { cancelBooking, cancelSlot } from '@app/contracts/project/bookings.ts';
import { TEXTAREA_MAX_LENGTH, countCharacters } from '@app/contracts/text.ts';
import { researcherMeetingWords as words } from '@app/words/researcher-meetings.ts';
import { fieldValidation } from '@app/words/field-validation.ts';
import { useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { serverNow } from '../../api/server-clock.ts';
import { callProject } from '../../api/call.ts';
import { meetingKeys } from '../../api/keys.ts';
import { useSingleCall } from '../../api/use-single-call.ts';
import { CallFailed } from '../../api/failure.ts';
import { toastFailure } from '../../api/toast-failure.ts';
import { exactTime } from '../../format/exact-time.ts';
import '../../forms/all-rules.ts';
import { serverFieldErrors } from '../../forms/server-errors.ts';
import { Button } from '../../ui/button.tsx';
import { Checkbox } from '../../ui/checkbox.tsx';
import { Modal } from '../../ui/modal.tsx';
import { TextArea } from '../../ui/text-input.tsx';
import { toast } from '../../ui/toast.ts';
import type { ResearcherMeeting } from './group-meetings.ts';

import { ProposalFields, useProposal } from './proposal-fields.tsx';

const SHORT_NOTICE_MS = DAY_MS;
const REFUSALS = new Set<CallFailed['code']>([
  'TIME_NOT_FOR_THEM',
  'SLOT_NOT_FOUND',
  'SLOT_IS_FULL',
  'SLOT_IS_PAST',
  'SLOT_IS_TOO_SOON',
  'STUDY_IS_CLOSED',
]);

function cancellationRefusal(error: unknown): string | undefined {
  if (error instanceof CallFailed && REFUSALS.has(error.code)) return error.detail;
  return serverFieldErrors(error, (name) => name === 'proposes').get('proposes');
}

const ifMissing = (is: boolean) => (is ? fieldValidation.valueRequired : undefined);

interface CancelMeetingModalProps {
  meeting: Pick<ResearcherMeeting, 'key' | 'studyId' | 'startsAt' | 'endsAt'>;
  /** Undefined if the meeting is cancelled for all its people. */
  only: { id: string; name: string } | undefined;
  count: number;
  onClose: () => void;
}

export function CancelMeetingModal({ meeting, only, count, onClose }: CancelMeetingModalProps) {
  const { key, studyId, startsAt } = meeting;
  const client = useQueryClient();
  const [isOfferedAgain, setIsOfferedAgain] = useState(false);
  const proposal = useProposal(meeting, only !== undefined);
  const { proposes, hasNoDay, isOther } = proposal;
  const [reason, setReason] = useState('');
  const [isEdited, setIsEdited] = useState(false);
  const [isShort] = useState(() => Date.parse(startsAt) - serverNow() < SHORT_NOTICE_MS);
  const isTooLong = countCharacters(reason) > TEXTAREA_MAX_LENGTH;
  const isMissing = reason.trim() === '';
  const cancellation = useSingleCall(['cancel-meeting', only?.id ?? key], {
    mutationFn: async () => {
      const body = { reason: reason.trim(), isOfferedAgain };
      if (only)
        await callProject(cancelBooking, {
          params: { id: only.id },
          body: { ...body, ...(proposes && { proposes, isProposalAdded: isOther }) },
        });
      else await callProject(cancelSlot, { params: { id: studyId, slotId: startsAt }, body });
    },
    onSuccess: () => {
      toast.success(proposes ? words.proposed : words.cancelled(count));
      onClose();
    },
    onError: (error) => {
      const refusal = only && proposes ? cancellationRefusal(error) : undefined;
      if (refusal === undefined) toastFailure(error);
      else proposal.setRefusal(refusal);
    },
    onSettled: () => client.invalidateQueries({ queryKey: meetingKeys.all() }),
  });
  return (
    <Modal
      isOpen
      onClose={onClose}
      title={only ? words.cancelTitle(only.name) : words.cancelAllTitle(count)}
      actions={
        <Button
          variant="danger"
          disabled={isMissing || isTooLong || hasNoDay}
          isBusy={cancellation.isPending}
          onClick={() => cancellation.mutate()}
        >
          {only ? words.cancel : words.cancelAll}
        </Button>
      }
      keep={words.keep}
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
        onChange={(event) => {
          setReason(event.target.value);
          setIsEdited(true);
        }}
        error={isTooLong ? fieldValidation.maxLength(TEXTAREA_MAX_LENGTH) : ifMissing(isEdited && isMissing)}
      />
      {only && <ProposalFields proposal={proposal} />}
      <Checkbox
        className="mt-3 text-cocoa"
        label={words.offerAgain}
        checked={isOfferedAgain}
        onChange={(event) => setIsOfferedAgain(event.target.checked)}
      />
    </Modal>
  );
}
