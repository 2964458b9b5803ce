import { choiceWords } from '@app/words/choices.ts';
import { partsPageWords as words } from '@app/words/parts-page.ts';
import { useState } from 'react';
import { Checkbox } from '../src/ui/checkbox.tsx';
import { CheckboxGroup, RadioCards } from '../src/ui/choice-group.tsx';
import type { Option } from '../src/ui/options.ts';
import { PartSection } from './part-section.tsx';
import { SampleForm } from './sample-form.tsx';

const durations = Object.entries(choiceWords.durationInMinutes).map(([value, label]) => ({ value, label }));
const [early, late, evening] = words.choice;
const options: Option[] = [
  { value: 'early', label: early },
  { value: 'late', label: late },
  { value: 'evening', label: evening, hint: words.choiceHint },
];

export function Choices() {
  const [duration, setDuration] = useState('30');
  return (
    <PartSection id="choices" title={words.choices}>
      <div className="max-w-text">
        <Checkbox label={words.checkbox} name="agreed" />
        <Checkbox label={words.checkboxError} name="refused" error={words.error} />
        <Checkbox label={words.checkboxDisabled} name="given" disabled defaultChecked />
      </div>
      <RadioCards label={words.cards} name="cards" hint={words.hint} options={options} columns={3} />
      <RadioCards
        label={words.compactCards}
        name="compact"
        options={durations}
        isCompact
        columns={4}
        chosen={duration}
        onChange={(event) => setDuration(event.target.value)}
      />
      <CheckboxGroup label={words.group} name="group" options={options} columns={3} />
      <CheckboxGroup
        label={words.groupError}
        name="missed"
        options={options}
        columns={3}
        error={words.error}
      />
      <RadioCards label={words.groupDisabled} name="fixed" options={options} columns={3} disabled />
      <SampleForm />
    </PartSection>
  );
}
