import type { ComponentProps } from 'react';
import { FieldError, type FieldText, useField } from './field.tsx';

export function Checkbox({
  label,
  hint,
  error,
  className,
  ...input
}: Omit<ComponentProps<'input'>, 'id' | 'type'> & Omit<FieldText, 'isOptional'>) {
  const { control, hintId, errorId } = useField({ hint, error });
  return (
    <div className={className}>
      {/* A click anywhere in this row ticks the box. */}
      <label htmlFor={control.id} className="flex min-h-11 items-start gap-3 py-2 has-disabled:text-cocoa-3">
        <input {...input} {...control} type="checkbox" className="mt-0.5 size-5 shrink-0 accent-green" />
        <span className="min-w-0 wrap-anywhere">{label}</span>
      </label>
      {hint && (
        <div id={hintId} className="text-sm text-cocoa-3">
          {hint}
        </div>
      )}
      <FieldError id={errorId} error={error} />
    </div>
  );
}
