import { studyWizardWords as words } from '@app/words/study-wizard.ts';
import { useWatch } from 'react-hook-form';
import { RadioCards } from '../../../ui/choice-group.tsx';
import { asEdited, type PlanForm, touchDuration } from '../pay/plan-and-pay.ts';
import { durationText, isDuration, splitTimesByDuration } from './times.ts';
import { choiceWords } from '@app/words/choices.ts';
import { DURATIONS_IN_MINUTES } from '@app/contracts/enumerations.ts';

const durations = DURATIONS_IN_MINUTES.map((minutes) => ({
  value: String(minutes),
  label: choiceWords.durationInMinutes[minutes],
}));

interface DurationFieldProps {
  draft: PlanForm;
  /** Called with a text if a new duration removes chosen times. */
  onTimesDropped: (note: string | null) => void;
}

export function DurationField({ draft: { form, errorOf }, onTimesDropped }: DurationFieldProps) {
  const [duration, times] = useWatch({
    control: form.control,
    name: ['durationInMinutes', 'availableTimes'],
  });

  function choose(minutes: number) {
    if (!isDuration(minutes)) return;
    const { kept, dropped } = splitTimesByDuration(minutes, times);
    form.setValue('durationInMinutes', minutes, asEdited);
    if (dropped.length > 0) form.setValue('availableTimes', kept, asEdited);
    onTimesDropped(dropped.length > 0 ? words.timesDropped(dropped, durationText(minutes)) : null);
  }

  return (
    <RadioCards
      label={words.durationLabel}
      name="durationInMinutes"
      options={durations}
      columns={4}
      isCompact
      chosen={isDuration(duration) ? String(duration) : null}
      error={errorOf('durationInMinutes')}
      onChange={(event) => choose(Number(event.target.value))}
      onBlur={({ target, relatedTarget }) => {
        if (!target.closest('fieldset')?.contains(relatedTarget)) touchDuration(form);
      }}
    />
  );
}
