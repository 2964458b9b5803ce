import { choiceWords } from '@app/words/choices.ts';
import { participantSetupWords as words } from '@app/words/participant-setup.ts';
import { profileChoiceWords } from '@app/words/profile-choices.ts';
import { fieldValidation } from '@app/words/field-validation.ts';
import { EDUCATION_LEVELS, GENDERS, INCOME_RANGES, LANGUAGES, REGIONS } from '@app/contracts/enumerations.ts';
import type { Demographic } from '@app/contracts/identity/profiles.ts';
import { ChevronDown } from 'lucide-react';
import { type ReactNode, type FocusEvent, useState } from 'react';
import { useWatch } from 'react-hook-form';
import { CheckboxGroup, RadioCards } from '../../ui/choice-group.tsx';
import { cx } from '../../ui/cx.ts';
import { controlClass, FieldError, useField } from '../../ui/field.tsx';
import { toOptions, type Option } from '../../ui/options.ts';
import { Select } from '../../ui/select.tsx';
import { TextInput } from '../../ui/text-input.tsx';
import type { DraftForm } from '../form.tsx';

const genders = toOptions(GENDERS, choiceWords.gender);
const educations = toOptions(EDUCATION_LEVELS, choiceWords.education);
const incomes = toOptions(INCOME_RANGES, choiceWords.annualHouseholdIncome);
const regions = toOptions(REGIONS, profileChoiceWords.region);
const languages = toOptions(LANGUAGES, profileChoiceWords.language);

interface DemographicFieldsProps extends Pick<DraftForm<typeof Demographic>, 'form' | 'field' | 'errorOf'> {
  /** Shown in place of date of birth and gender when these can no longer change. */
  fixed?: ReactNode;
}

const months: readonly Option[] = words.months.map((label, at) => ({
  value: String(at + 1).padStart(2, '0'),
  label,
}));

interface DateOfBirthProps {
  /** Can also be a part of a date. */
  value: string | undefined;
  error: string | undefined;
  onChange: (value: string) => void;
  onLeave: () => void;
}

/**
 * Not a date picker, because those of phones open at the current month, hundreds of months after the birth.
 */
function DateOfBirth({ value, error, onChange, onLeave }: DateOfBirthProps) {
  const [parts, setParts] = useState<DateParts>(() => splitDate(value));
  const { control, hintId, errorId } = useField({ hint: words.dateOfBirthHint, error });
  const { 'aria-invalid': invalid, ...group } = control;

  function change(changed: Partial<DateParts>) {
    const next = { ...parts, ...changed };
    setParts(next);
    onChange(joinDate(next));
  }
  function leave(event: FocusEvent<HTMLElement>) {
    if (!event.currentTarget.closest('fieldset')?.contains(event.relatedTarget)) onLeave();
  }
  const digits = (part: 'day' | 'year', label: string, max: number) => (
    <label className={part === 'day' ? 'w-18' : 'w-24'}>
      <span className="mb-1 block text-sm">{label}</span>
      <input
        type="text"
        inputMode="numeric"
        autoComplete={`bday-${part}`}
        value={parts[part]}
        onChange={(event) => change({ [part]: keepDigits(event.target.value, max) })}
        onBlur={leave}
        aria-invalid={invalid}
        className={controlClass}
      />
    </label>
  );
  return (
    <fieldset {...group} className="min-w-0">
      <legend className="text-sm font-semibold">{words.dateOfBirth}</legend>
      <div id={hintId} className="mb-2 text-sm text-cocoa-3">
        {words.dateOfBirthHint}
      </div>
      <div className="flex max-w-form flex-wrap gap-2">
        {digits('day', words.day, 2)}
        <label className="min-w-32 flex-1">
          <span className="mb-1 block text-sm">{words.month}</span>
          <span className="relative block">
            <select
              autoComplete="bday-month"
              value={parts.month}
              onChange={(event) => change({ month: event.target.value })}
              onBlur={leave}
              aria-invalid={invalid}
              className={cx(controlClass, 'appearance-none pr-9')}
            >
              <option value="">{words.noMonth}</option>
              {months.map((month) => (
                <option key={month.value} value={month.value}>
                  {month.label}
                </option>
              ))}
            </select>
            <ChevronDown
              aria-hidden="true"
              className="pointer-events-none absolute inset-y-0 right-2.5 my-auto size-5 text-cocoa-2"
            />
          </span>
        </label>
        {digits('year', words.year, 4)}
      </div>
      <FieldError id={errorId} error={error} />
    </fieldset>
  );
}

export function DemographicFields({ form, field, errorOf, fixed }: DemographicFieldsProps) {
  const dateOfBirth = useWatch({ control: form.control, name: 'dateOfBirth' });
  const dateError = errorOf('dateOfBirth');
  const { isTouched } = form.getFieldState('dateOfBirth', form.formState);
  // A year that is not complete is no error while the person types.
  const isShortYear = /^\d{1,3}$/.test(splitDate(dateOfBirth).year);
  const wanted = isShortYear ? words.yearDigits : fieldValidation.dateOfBirth;
  const unfinished = isTouched && dateError !== undefined ? wanted : undefined;

  function leaveDate() {
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
      <RadioCards
        label={words.annualHouseholdIncome}
        hint={words.annualHouseholdIncomeHint}
        options={incomes}
        isCompact
        columns={3}
        {...field('annualHouseholdIncome')}
      />
      <Select label={words.region} options={regions} {...field('region')} />
      <TextInput label={words.city} autoComplete="address-level2" autoCapitalize="words" {...field('city')} />
      <CheckboxGroup
        label={words.languages}
        hint={words.languagesHint}
        isOptional
        options={languages}
        columns={3}
        {...field('languages')}
      />
    </>
  );
}

interface DateParts {
  day: string;
  month: string;
  year: string;
}

/** Returns "1996-04-18", a part of a date, or '' if all boxes are empty. */
export function joinDate({ day, month, year }: DateParts): string {
  if (day === '' && month === '' && year === '') return '';
  const two = (digits: string) => (digits === '' ? '' : digits.padStart(2, '0'));
  return `${year}-${two(month)}-${two(day)}`;
}

export function isWholeDate(text: string | undefined): boolean {
  return /^\d{4}-\d{2}-\d{2}$/.test(text ?? '');
}

export function splitDate(text: string | undefined): DateParts {
  const [year = '', month = '', day = ''] = (text ?? '').split('-');
  return { year, month, day: day.replace(/^0/, '') };
}

export function keepDigits(text: string, max: number): string {
  return text.replace(/\D/g, '').slice(0, max);
}
