import type { ComponentProps } from 'react';
import { useCharacterCount } from './character-count.tsx';
import { controlClass, Field, type FieldText } from './field.tsx';
import { cx } from './cx.ts';

export interface TextInputProps extends Omit<ComponentProps<'input'>, 'id'>, FieldText {
  /** Shows a character counter; the form's rule holds the limit. */
  maxCharacters?: number | undefined;
}

export function TextInput({
  label,
  hint,
  error,
  isOptional,
  maxCharacters,
  ref,
  className,
  onInput,
  ...input
}: TextInputProps) {
  const count = useCharacterCount<HTMLInputElement>(maxCharacters, ref);
  return (
    <Field
      {...{ label, hint, error, isOptional, className }}
      aside={count.counter}
      alsoDescribedBy={count.countId}
    >
      {(control) => (
        <input
          type="text"
          {...input}
          {...control}
          ref={count.bindRef}
          onInput={(event) => {
            count.onInput(event);
            onInput?.(event);
          }}
          className={controlClass}
        />
      )}
    </Field>
  );
}

export interface TextAreaProps extends Omit<ComponentProps<'textarea'>, 'id'>, FieldText {
  maxCharacters?: number | undefined;
}

export function TextArea({
  label,
  hint,
  error,
  isOptional,
  maxCharacters,
  ref,
  className,
  onInput,
  rows = 4,
  ...area
}: TextAreaProps) {
  const count = useCharacterCount<HTMLTextAreaElement>(maxCharacters, ref);
  return (
    <Field
      {...{ label, hint, error, isOptional, className }}
      aside={count.counter}
      alsoDescribedBy={count.countId}
    >
      {(control) => (
        <textarea
          rows={rows}
          {...area}
          {...control}
          ref={count.bindRef}
          onInput={(event) => {
            count.onInput(event);
            onInput?.(event);
          }}
          className={cx(controlClass, 'resize-y')}
        />
      )}
    </Field>
  );
}
