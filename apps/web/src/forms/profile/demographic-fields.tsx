import { EDUCATION_LEVELS, GENDERS, INCOME_RANGES, REGIONS } from '@app/contracts/enumerations.ts';
import type { Demographic } from '@app/contracts/identity/profile.ts';
import { choiceWords } from '@app/contracts/messages/choices.ts';
import { participantSetupMessages as words } from '@app/contracts/messages/participant-setup.ts';
import { profileChoiceWords } from '@app/contracts/messages/profile-choices.ts';
import { validation } from '@app/contracts/messages/validation.ts';
import { useWatch } from 'react-hook-form';
import { RadioCards } from '../../ui/choice-group.tsx';
import { optionsOf } from '../../ui/options.ts';
import { Select } from '../../ui/select.tsx';
import { TextInput } from '../../ui/text-input.tsx';
import type { DraftForm } from '../use-draft-form.ts';
import { DateOfBirth } from './date-of-birth.tsx';
import { isWholeDate } from './date-parts.ts';

const genders = optionsOf(GENDERS, choiceWords.gender);
const educations = optionsOf(EDUCATION_LEVELS, choiceWords.education);
const incomes = optionsOf(INCOME_RANGES, choiceWords.annualHouseholdIncome);
const regions = optionsOf(REGIONS, profileChoiceWords.region);

export function DemographicFields({
  form,
  field,
  errorOf,
}: Pick<DraftForm<typeof Demographic>, 'form' | 'field' | 'errorOf'>) {
  const dateOfBirth = useWatch({ control: form.control, name: 'dateOfBirth' });
  const dateError = errorOf('dateOfBirth');
  return (
    <>
      <DateOfBirth
        value={dateOfBirth}
        // The schema calls half a date no day of the calendar; a person is told what is wanted.
        error={dateError !== undefined && !isWholeDate(dateOfBirth) ? validation.dateOfBirth : dateError}
        onChange={(day) => form.setValue('dateOfBirth', day, { shouldValidate: true, shouldDirty: true })}
        onLeave={() =>
          form.setValue('dateOfBirth', form.getValues('dateOfBirth'), {
            shouldTouch: true,
            shouldValidate: true,
          })
        }
      />
      <RadioCards label={words.gender} options={genders} columns={3} {...field('gender')} />
      <Select label={words.education} options={educations} {...field('education')} />
      <Select
        label={words.annualHouseholdIncome}
        hint={words.annualHouseholdIncomeHint}
        options={incomes}
        {...field('annualHouseholdIncome')}
      />
      <Select label={words.region} options={regions} {...field('region')} />
      <TextInput label={words.city} autoComplete="address-level2" {...field('city')} />
    </>
  );
}
