import { BUFFERS_IN_MINUTES, CHOOSING, MEETING_WAYS } from '@app/contracts/project/meeting-choices.ts';
import { withMeetingDefaults } from '@app/contracts/project/meeting-fields.ts';
import { meetingFieldWords as words } from '@app/words/meeting-fields.ts';
import { useRef, useState } from 'react';
import { useWatch } from 'react-hook-form';
import { PlaceFields } from '../../../product/meetings/place-fields.tsx';
import { Button } from '../../../ui/button.tsx';
import { RadioCards } from '../../../ui/choice-group.tsx';
import { TextInput } from '../../../ui/text-input.tsx';
import { asEdited, type PlanForm } from '../pay/plan-and-pay.ts';

type Plan = Pick<PlanForm, 'form' | 'field' | 'numberField' | 'errorOf'>;

const ways = MEETING_WAYS.map((value) => ({ value, ...words.way[value] }));
const choosings = CHOOSING.map((value) => ({ value, ...words.choosingChoices[value] }));
const buffers = BUFFERS_IN_MINUTES.map((value) => ({
  value: String(value),
  label: words.bufferChoices[value],
}));

export function ChoosingField({ plan, label }: { plan: Plan; label: string }) {
  const { form, errorOf } = plan;
  return (
    <RadioCards
      label={label}
      name="choosing"
      options={choosings}
      columns={2}
      chosen={withMeetingDefaults(useWatch({ control: form.control })).choosing}
      error={errorOf('choosing')}
      onChange={({ target }) =>
        form.setValue(
          'choosing',
          CHOOSING.find((one) => one === target.value),
          asEdited,
        )
      }
    />
  );
}

function Rules({ plan, chosen }: { plan: Plan; chosen: ReturnType<typeof withMeetingDefaults> }) {
  const { form, field, numberField, errorOf } = plan;
  const number = { inputMode: 'numeric', autoComplete: 'off' } as const;
  return (
    <div className="flex flex-col gap-4">
      <TextInput label={words.seats} hint={words.seatsHint} {...number} {...numberField('seatsPerSlot')} />
      <ChoosingField plan={plan} label={words.choosing} />
      <TextInput label={words.lead} hint={words.leadHint} {...number} {...numberField('leadHours')} />
      <TextInput label={words.notice} hint={words.noticeHint} {...number} {...numberField('noticeHours')} />
      <RadioCards
        label={words.buffer}
        name="bufferMinutes"
        options={buffers}
        columns={3}
        isCompact
        chosen={String(chosen.bufferMinutes)}
        error={errorOf('bufferMinutes')}
        onChange={({ target }) =>
          form.setValue(
            'bufferMinutes',
            BUFFERS_IN_MINUTES.find((one) => String(one) === target.value),
            asEdited,
          )
        }
      />
      <TextInput label={words.bring} isOptional {...field('meetingDetails.bring')} />
      <TextInput label={words.language} isOptional {...field('meetingDetails.language')} />
    </div>
  );
}

export function MeetingFields({ plan }: { plan: Plan }) {
  const { form } = plan;
  const chosen = withMeetingDefaults(useWatch({ control: form.control }));
  const [isOpen, setIsOpen] = useState(false);
  const { meetingWay: way, meetingDetails, seatsPerSlot, choosing, noticeHours } = chosen;
  const aside = useRef<Record<string, object>>({});
  function choose(next: string) {
    const { link, place, landmark, digitalAddress, ...common } = meetingDetails;
    // Details of the other way to meet must not make this one invalid.
    aside.current[way] = { link, place, landmark, digitalAddress };
    form.setValue(
      'meetingWay',
      MEETING_WAYS.find((one) => one === next),
      asEdited,
    );
    form.setValue('meetingDetails', { ...common, ...aside.current[next] }, asEdited);
  }
  return (
    <div className="flex flex-col gap-4">
      <RadioCards
        label={words.wayLabel}
        name="meetingWay"
        options={ways}
        columns={3}
        chosen={way}
        error={plan.errorOf('meetingWay')}
        onChange={({ target }) => choose(target.value)}
      />
      <PlaceFields
        way={way}
        link={meetingDetails.link}
        field={(name, rules) => plan.field(`meetingDetails.${name}`, rules)}
      />
      <div className="flex flex-wrap items-center justify-between gap-x-4">
        <p className="figures text-sm text-cocoa-2">
          {words.rules(seatsPerSlot || 1, choosing, noticeHours || 0)}
        </p>
        <Button
          variant="quiet"
          size="small"
          aria-expanded={isOpen}
          className="-ml-4"
          onClick={() => setIsOpen(!isOpen)}
        >
          {words.change}
        </Button>
      </div>
      {isOpen && <Rules {...{ plan, chosen }} />}
    </div>
  );
}
