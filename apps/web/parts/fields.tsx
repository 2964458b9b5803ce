import { partsPageWords as words } from '@app/words/parts-page.ts';
import { INPUT_MAX_LENGTH, TEXTAREA_MAX_LENGTH } from '@app/contracts/text.ts';
import { useState } from 'react';
import { FilterSelect } from '../src/ui/filter-select.tsx';
import { PasswordInput } from '../src/ui/password-input.tsx';
import { Select } from '../src/ui/select.tsx';
import { TextArea, TextInput } from '../src/ui/text-input.tsx';
import { PartSection, Sample } from './part-section.tsx';

const options = words.options.map((label, at) => ({ value: String(at), label }));
const choices = words.options.map((label, at) => [String(at), label] as const);
const characters = (count: number) => words.sampleName.repeat(9).slice(0, count);

export function Fields() {
  const [chosen, setChosen] = useState('1');
  return (
    <PartSection id="fields" title={words.fields}>
      <div className="grid gap-5 sm:grid-cols-2 sm:gap-x-6">
        <TextInput label={words.empty} />
        <TextInput label={words.filled} defaultValue={words.sampleName} />
        <TextInput label={words.withHint} hint={words.hint} />
        <TextInput
          label={words.withError}
          defaultValue={words.longName}
          error={words.error}
          hint={words.hint}
        />
        <TextInput label={words.optional} isOptional />
        <TextInput label={words.disabled} defaultValue={words.sampleName} disabled />
        <PasswordInput
          label={words.password}
          autoComplete="off"
          defaultValue={words.sampleName}
          hint={words.passwordHint}
        />
        <TextArea label={words.area} defaultValue={characters(120)} maxCharacters={TEXTAREA_MAX_LENGTH} />
        <TextInput
          label={words.nearLimit}
          defaultValue={characters(INPUT_MAX_LENGTH - 5)}
          maxCharacters={INPUT_MAX_LENGTH}
        />
        <TextInput
          label={words.atLimit}
          defaultValue={characters(INPUT_MAX_LENGTH)}
          maxCharacters={INPUT_MAX_LENGTH}
        />
        <TextInput
          label={words.overLimit}
          defaultValue={characters(INPUT_MAX_LENGTH + 3)}
          maxCharacters={INPUT_MAX_LENGTH}
          error={words.error}
        />
      </div>
      <Sample title={words.select}>
        <div className="grid gap-5 sm:grid-cols-2 sm:gap-x-6">
          <Select label={words.empty} options={options} />
          <Select label={words.filled} options={options} defaultValue="1" hint={words.hint} />
          <Select label={words.withError} options={options} error={words.error} />
          <Select label={words.disabled} options={options} disabled />
          <FilterSelect
            label={words.filled}
            any={words.empty}
            options={choices}
            value={chosen}
            onChange={setChosen}
          />
          <FilterSelect
            label={words.filled}
            isLabelHidden
            any={words.empty}
            options={choices}
            value={chosen}
            onChange={setChosen}
          />
          <FilterSelect
            label={words.disabled}
            any={words.empty}
            options={[]}
            value=""
            onChange={setChosen}
            disabled
          />
        </div>
      </Sample>
    </PartSection>
  );
}
