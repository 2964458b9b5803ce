import type { ComponentProps, ReactNode } from 'react';
import { cx } from './cx.ts';
import { FieldError, type FieldText, LabelText, useField } from './field.tsx';
import type { Option } from './options.ts';

interface ChoiceGroupProps
  extends Omit<ComponentProps<'input'>, 'id' | 'type' | 'value' | 'checked' | 'children'>, FieldText {
  options: readonly Option[];
  /** On phones, there is one column, or two with `isCompact`. */
  columns?: 1 | 2 | 3 | 4 | undefined;
  isCompact?: boolean | undefined;
  aside?: ReactNode;
  /** If a group is not registered with the form, it needs this value (or null) and `onChange`. */
  chosen?: string | null | undefined;
}

const columnClass = { 1: '', 2: 'sm:grid-cols-2', 3: 'sm:grid-cols-3', 4: 'sm:grid-cols-4' };

const cardClass =
  'flex min-h-12 items-center gap-3 rounded-control border border-line-strong bg-surface px-3.5 py-2.5 transition-colors ' +
  'has-enabled:not-has-checked:hover:border-cocoa has-checked:border-green has-checked:bg-green-tint ' +
  'has-checked:not-has-focus-visible:edge-green ' +
  'has-aria-invalid:not-has-checked:border-laterite forced-colors:has-checked:outline-2 ' +
  'has-disabled:border-line has-disabled:bg-sunken has-disabled:text-cocoa-3 ' +
  'has-focus-visible:marked';

interface GroupProps extends ChoiceGroupProps {
  kind: 'checkbox' | 'radio';
}

function ChoiceGroup({
  kind,
  label,
  hint,
  error,
  isOptional,
  options,
  columns = 1,
  isCompact,
  aside,
  chosen,
  className,
  ...input
}: GroupProps) {
  const { control, hintId, errorId } = useField({ hint, error });
  const { 'aria-invalid': invalid, ...group } = control;
  return (
    <fieldset {...group} {...(kind === 'radio' ? { role: 'radiogroup' } : {})} className={className}>
      <legend className={cx('mb-1.5 text-sm font-semibold', Boolean(aside) && 'float-left')}>
        <LabelText label={label} isOptional={isOptional} />
      </legend>
      {aside && <div className="-mt-3 -mb-1.5 flow-root">{aside}</div>}
      {hint && (
        <div id={hintId} className="mb-2 text-sm text-cocoa-3">
          {hint}
        </div>
      )}
      <div className={cx('clear-both grid gap-2', isCompact && 'grid-cols-2', columnClass[columns])}>
        {options.map((option) => (
          <label key={option.value} className={cx(cardClass, isCompact && 'justify-center text-center')}>
            <input
              {...input}
              {...(chosen === undefined ? {} : { checked: chosen === option.value })}
              type={kind}
              value={option.value}
              aria-invalid={invalid}
              className={isCompact ? 'sr-only' : 'size-5 shrink-0 accent-green focus-visible:unmarked'}
            />
            <span className="min-w-0 wrap-anywhere">
              <span className={cx('block', isCompact && 'font-semibold')}>{option.label}</span>
              {option.hint && <span className="block text-sm text-cocoa-3">{option.hint}</span>}
            </span>
          </label>
        ))}
      </div>
      <FieldError id={errorId} error={error} />
    </fieldset>
  );
}

export function CheckboxGroup(props: ChoiceGroupProps) {
  return <ChoiceGroup kind="checkbox" {...props} />;
}

/** With `isCompact` there is no dot, for labels such as "15 mins". */
export function RadioCards(props: ChoiceGroupProps) {
  return <ChoiceGroup kind="radio" {...props} />;
}
