import { lastPlannableDay, today } from '@app/contracts/calendar.ts';
import { MINUTE_MS, DAY_MS } from '@app/contracts/durations.ts';
import type { DurationInMinutes } from '@app/contracts/enumerations.ts';
import { cancelBooking, cancelSlot } from '@app/contracts/project/bookings.ts';
import { TEXTAREA_MAX_LENGTH, countCharacters } from '@app/contracts/text.ts';
import { clock } from '@app/words/clock.ts';
import { researcherMeetingWords as words } from '@app/words/researcher-meetings.ts';
import { fieldValidation } from '@app/words/field-validation.ts';
import { slotInstant, daySlotLabels } from '@app/contracts/time-slots.ts';
import { useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { serverNow } from '../../api/server-clock.ts';
import { serverToday } from '../../api/server-today.ts';
import { callProject } from '../../api/call.ts';
import { meetingKeys } from '../../api/keys.ts';
import { useSingleCall } from '../../api/use-single-call.ts';
import { CallFailed, failureMessage } from '../../api/failure.ts';
import { toastFailure } from '../../api/toast-failure.ts';
import { exactTime } from '../../format/exact-time.ts';
import { meetingTime } from '../../format/meeting-time.ts';
import { serverFieldErrors } from '../../forms/server-errors.ts';
import { Button } from '../../ui/button.tsx';
import { Checkbox } from '../../ui/checkbox.tsx';
import { Modal } from '../../ui/modal.tsx';
import { Select } from '../../ui/select.tsx';
import { TextArea, TextInput } from '../../ui/text-input.tsx';
import { toast } from '../../ui/toast.ts';
import type { ResearcherMeeting } from './group-meetings.ts';
import { useSlots } from './use-slots.ts';

const SHORT_NOTICE_MS = DAY_MS;
/** The study does not have this time yet. */
const OTHER = 'OTHER';
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

interface CancelMeetingModalProps {
  meeting: Pick<ResearcherMeeting, 'key' | 'studyId' | 'startsAt' | 'endsAt'>;
  /** Without one person the whole group is cancelled. */
  only: { id: string; name: string } | undefined;
  count: number;
  onClose: () => void;
}

/** A cancellation needs a reason (AV7). */
export function CancelMeetingModal({ meeting, only, count, onClose }: CancelMeetingModalProps) {
  const { key, studyId, startsAt, endsAt } = meeting;
  const client = useQueryClient();
  const [isOfferedAgain, setIsOfferedAgain] = useState(false);
  const slots = useSlots(studyId, only !== undefined);
  const free = slots.data?.slots.filter((slot) => slot.isFree && slot.startsAt !== startsAt) ?? [];
  const [choice, setChoice] = useState('');
  const isOther = choice === OTHER;
  const labels = daySlotLabels(
    ((Date.parse(endsAt) - Date.parse(startsAt)) / MINUTE_MS) as DurationInMinutes,
  );
  const [other, setOther] = useState(() => ({
    day: today(new Date(Math.max(Date.parse(startsAt), serverNow()) + DAY_MS)),
    label: labels.find((label) => label === clock(startsAt)) ?? labels[0]!,
  }));
  const [refusal, setRefusal] = useState<string>();
  function propose(chosen: string, changed: Partial<typeof other> = {}) {
    setChoice(chosen);
    setOther({ ...other, ...changed });
    setRefusal(undefined);
  }
  // Another person may have booked it.
  const listed = free.some(({ slotId }) => slotId === choice) ? choice : undefined;
  const named = isOther && other.day !== '' ? slotInstant(other.day, other.label) : undefined;
  const proposes = listed ?? named;
  const [reason, setReason] = useState('');
  const [isEdited, setIsEdited] = useState(false);
  const [isShort] = useState(() => Date.parse(startsAt) - serverNow() < SHORT_NOTICE_MS);
  const isTooLong = countCharacters(reason) > TEXTAREA_MAX_LENGTH;
  const isMissing = reason.trim() === '';
  const hasNoDay = isOther && other.day === '';
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
      const said = only && proposes ? cancellationRefusal(error) : undefined;
      if (said === undefined) toastFailure(error);
      else setRefusal(said);
    },
    onSettled: () => client.invalidateQueries({ queryKey: meetingKeys.all() }),
  });
  const ifMissing = (is: boolean) => (is ? fieldValidation.valueRequired : undefined);
  const notLoaded = slots.data || !slots.error ? undefined : failureMessage(slots.error);
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
      {only && (
        <Select
          className="mt-3 text-cocoa"
          label={words.propose}
          hint={isOther ? words.proposeAddedHint : words.proposeHint}
          error={notLoaded ?? (isOther ? undefined : refusal)}
          isOptional
          placeholder={words.proposeNone}
          disabled={slots.data === undefined}
          options={[
            ...free.map((slot) => ({ value: slot.slotId, label: meetingTime(slot.startsAt) })),
            { value: OTHER, label: words.proposeOther },
          ]}
          value={isOther ? OTHER : (listed ?? '')}
          onChange={(event) => propose(event.target.value)}
        />
      )}
      {isOther && (
        <div className="figures mt-3 grid items-start gap-4 text-cocoa sm:grid-cols-2">
          <TextInput
            label={words.proposedDay}
            type="date"
            min={serverToday()}
            max={lastPlannableDay(serverToday())}
            value={other.day}
            error={ifMissing(hasNoDay)}
            onChange={(event) => propose(OTHER, { day: event.target.value })}
          />
          <Select
            label={words.proposedTime}
            error={refusal}
            placeholder={null}
            options={labels.map((label) => ({ value: label, label }))}
            value={other.label}
            onChange={(event) => propose(OTHER, { label: event.target.value })}
          />
        </div>
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
