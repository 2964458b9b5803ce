import { EDUCATION_LEVELS, GENDERS, INCOME_RANGES, REGIONS } from '@app/contracts/enumerations.ts';
import type { Demographic } from '@app/contracts/identity/profile.ts';
import { choiceWords } from '@app/words/choices.ts';
import { participantSetupMessages as words } from '@app/words/participant-setup.ts';
import { profileChoiceWords } from '@app/words/profile-choices.ts';
import { validation } from '@app/words/validation.ts';
import type { ReactNode } from 'react';
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

interface DemographicFieldsProps extends Pick<DraftForm<typeof Demographic>, 'form' | 'field' | 'errorOf'> {
  /** In place of date of birth and gender, where these do not change any more. */
  fixed?: ReactNode;
}

export function DemographicFields({ form, field, errorOf, fixed }: DemographicFieldsProps) {
  const dateOfBirth = useWatch({ control: form.control, name: 'dateOfBirth' });
  const dateError = errorOf('dateOfBirth');
  const { isTouched } = form.getFieldState('dateOfBirth', form.formState);
  // The schema calls half a date no day of the calendar. Whoever has not left it yet has done nothing wrong; then they
  // are told what is wanted.
  const unfinished = isTouched && dateError !== undefined ? validation.dateOfBirth : undefined;

  function leaveDate() {
    // What the server has refused stays said until it is edited.
    if (form.getFieldState('dateOfBirth').error?.type === 'server') return;
    form.setValue('dateOfBirth', form.getValues('dateOfBirth'), { shouldTouch: true, shouldValidate: true });
  }
  return (
    <>
      {fixed ?? (
        <>
          <DateOfBirth
            value={dateOfBirth}
            error={isWholeDate(dateOfBirth) ? dateError : unfinished}
            onChange={(day) => form.setValue('dateOfBirth', day, { shouldValidate: true, shouldDirty: true })}
            onLeave={leaveDate}
          />
          <RadioCards label={words.gender} options={genders} columns={3} {...field('gender')} />
        </>
      )}
      <Select label={words.education} options={educations} {...field('education')} />
      <Select
        label={words.annualHouseholdIncome}
        hint={words.annualHouseholdIncomeHint}
        options={incomes}
        {...field('annualHouseholdIncome')}
      />
      <Select label={words.region} options={regions} {...field('region')} />
      <TextInput label={words.city} autoComplete="address-level2" autoCapitalize="words" {...field('city')} />
    </>
  );
}
