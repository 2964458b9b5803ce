import { lastPlannableDay, today } from '@app/contracts/calendar.ts';
import { MINUTE_MS, DAY_MS } from '@app/contracts/durations.ts';
import type { DurationInMinutes } from '@app/contracts/enumerations.ts';
import { clock } from '@app/words/clock.ts';
import { researcherMeetingWords as words } from '@app/words/researcher-meetings.ts';
import { fieldValidation } from '@app/words/field-validation.ts';
import { slotInstant, daySlotLabels } from '@app/contracts/time-slots.ts';
import { useState } from 'react';
import { serverNow } from '../../api/server-clock.ts';
import { serverToday } from '../../api/server-today.ts';
import { failureMessage } from '../../api/failure.ts';
import { meetingTime } from '../../format/meeting-time.ts';
import { Select } from '../../ui/select.tsx';
import { TextInput } from '../../ui/text-input.tsx';
import type { ResearcherMeeting } from './group-meetings.ts';
import { useResearcherSlots } from './use-researcher-slots.ts';

/** This choice means a time that the study does not have yet. */
const OTHER = 'OTHER';

const ifMissing = (is: boolean) => (is ? fieldValidation.valueRequired : undefined);

export function useProposal(
  { studyId, startsAt, endsAt }: Pick<ResearcherMeeting, 'studyId' | 'startsAt' | 'endsAt'>,
  isOffered: boolean,
) {
  const slots = useResearcherSlots(studyId, isOffered);
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
  // In the meantime, someone else may have booked the chosen time.
  const listed = free.some(({ slotId }) => slotId === choice) ? choice : undefined;
  const named = isOther && other.day !== '' ? slotInstant(other.day, other.label) : undefined;
  const hasNoDay = isOther && other.day === '';
  return {
    slots,
    free,
    isOther,
    listed,
    labels,
    other,
    hasNoDay,
    proposes: listed ?? named,
    refusal,
    setRefusal,
    propose,
  };
}

export function ProposalFields({ proposal }: { proposal: ReturnType<typeof useProposal> }) {
  const { slots, free, isOther, listed, labels, other, hasNoDay, refusal, propose } = proposal;
  const notLoaded = slots.data || !slots.error ? undefined : failureMessage(slots.error);
  return (
    <>
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
    </>
  );
}
