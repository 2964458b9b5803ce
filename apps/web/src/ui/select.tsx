import { partWords } from '@app/words/parts.ts';
import { ChevronDown } from 'lucide-react';
import type { ComponentProps } from 'react';
import { controlClass, Field, type FieldText } from './field.tsx';
import { cx } from './cx.ts';
import type { Option } from './options.ts';

interface SelectProps extends Omit<ComponentProps<'select'>, 'id' | 'children'>, FieldText {
  options: readonly Option[];
  /** With null, there is no empty choice. */
  placeholder?: string | null;
}

export function Select({
  label,
  hint,
  error,
  isOptional,
  className,
  options,
  placeholder = partWords.choose,
  ...select
}: SelectProps) {
  return (
    <Field {...{ label, hint, error, isOptional, className }}>
      {(control) => (
        <div className="relative">
          <select {...select} {...control} className={cx(controlClass, 'appearance-none pr-11')}>
            {placeholder !== null && <option value="">{placeholder}</option>}
            {options.map((option) => (
              <option key={option.value} value={option.value}>
                {option.label}
              </option>
            ))}
          </select>
          <ChevronDown
            aria-hidden="true"
            className="pointer-events-none absolute inset-y-0 right-3.5 my-auto size-5 text-cocoa-2"
          />
        </div>
      )}
    </Field>
  );
}
