import { meetingFieldWords } from '@app/words/meeting-fields.ts';
import { CalendarMinus } from 'lucide-react';
import { useWatch } from 'react-hook-form';
import { DialogButton } from '../dialog-button.tsx';
import type { useBookable } from './use-bookable.ts';
import { asEdited, asTouched, type PlanForm, touchDuration } from '../pay/plan-and-pay.ts';
import { TimesField } from '../schedule/times-field.tsx';
import { isDuration } from '../schedule/times.ts';

const loadWithout = async () => (await import('./skipped-times.tsx')).SkippedTimes;

interface PlannedTimesProps {
  draft: PlanForm;
  days: readonly string[];
  without: readonly string[];
  bookable: ReturnType<typeof useBookable>;
  note: string | null;
  onChoose: () => void;
}

export function PlannedTimes({ draft, days, without, bookable, note, onChoose }: PlannedTimesProps) {
  const { form, errorOf } = draft;
  const [minutes, times, leadHours] = useWatch({
    control: form.control,
    name: ['durationInMinutes', 'availableTimes', 'leadHours'],
  });
  return (
    <>
      <TimesField
        duration={isDuration(minutes) ? minutes : undefined}
        chosen={times}
        days={days}
        leadHours={leadHours || 0}
        error={errorOf('availableTimes') ?? bookable.problem}
        note={note}
        caution={bookable.note}
        onChange={(chosen) => {
          onChoose();
          form.setValue('availableTimes', chosen, asEdited);
        }}
        onLeave={() => form.setValue('availableTimes', times, asTouched)}
        onNoDuration={() => touchDuration(form)}
      />
      {days.length > 0 && times.length > 0 && (
        <DialogButton
          Icon={CalendarMinus}
          label={meetingFieldWords.withoutTitle}
          hint={meetingFieldWords.withoutHint(without.length)}
          title={meetingFieldWords.withoutTitle}
          load={loadWithout}
          props={{
            days,
            times,
            without,
            onChange: (chosen) => form.setValue('withoutTimes', chosen, asEdited),
          }}
          className="mt-3 flex flex-wrap items-center gap-x-4 gap-y-2"
        />
      )}
    </>
  );
}
