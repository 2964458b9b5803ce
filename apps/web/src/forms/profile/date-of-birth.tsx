import { participantSetupMessages as words } from '@app/words/participant-setup.ts';
import { ChevronDown } from 'lucide-react';
import { type FocusEvent, useState } from 'react';
import { cx } from '../../ui/cx.ts';
import { controlClass, FieldError, useField } from '../../ui/field.tsx';
import type { Option } from '../../ui/options.ts';
import { type DateParts, digitsOf, joinDate, splitDate } from './date-parts.ts';

const months: readonly Option[] = words.months.map((label, at) => ({
  value: String(at + 1).padStart(2, '0'),
  label,
}));

interface DateOfBirthProps {
  /** As kept: a calendar day, or as much of one as was typed. */
  value: string | undefined;
  error: string | undefined;
  onChange: (value: string) => void;
  /** The focus has left all three boxes. */
  onLeave: () => void;
}

/**
 * Day, month and year each by themselves: the date pickers of phones open on today, and a birthday is some four hundred
 * months away from there.
 */
export function DateOfBirth({ value, error, onChange, onLeave }: DateOfBirthProps) {
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
        onChange={(event) => change({ [part]: digitsOf(event.target.value, max) })}
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
