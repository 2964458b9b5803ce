import type { ComponentProps, FormEvent, FormEventHandler, Ref } from 'react';
import { useCharacterCount } from './character-count.tsx';
import { controlClass, Field, type FieldText } from './field.tsx';
import { cx } from './cx.ts';

interface Counted extends FieldText {
  /** Shows a character counter; the form's rule holds the limit. */
  maxCharacters?: number | undefined;
}

export interface TextInputProps extends Omit<ComponentProps<'input'>, 'id'>, Counted {}
export interface TextAreaProps extends Omit<ComponentProps<'textarea'>, 'id'>, Counted {}

interface Texts<E> extends Counted {
  ref?: Ref<E> | undefined;
  className?: string | undefined;
  onInput?: FormEventHandler<E> | undefined;
}

/** What belongs to the field around a control, and what to the control. */
function useTexts<E extends HTMLInputElement | HTMLTextAreaElement, P extends Texts<E>>(props: P) {
  const { label, hint, error, isOptional, maxCharacters, ref, className, onInput, ...control } = props;
  const count = useCharacterCount<E>(maxCharacters, ref);
  return {
    field: {
      label,
      hint,
      error,
      isOptional,
      className,
      aside: count.counter,
      alsoDescribedBy: count.countId,
    },
    control: {
      ...control,
      ref: count.bindRef,
      onInput(event: FormEvent<E>) {
        count.onInput(event);
        onInput?.(event);
      },
    },
  };
}

export function TextInput(props: TextInputProps) {
  const { field, control } = useTexts<HTMLInputElement, TextInputProps>(props);
  return (
    <Field {...field}>
      {(tied) => <input type="text" {...control} {...tied} className={controlClass} />}
    </Field>
  );
}

export function TextArea(props: TextAreaProps) {
  const { field, control } = useTexts<HTMLTextAreaElement, TextAreaProps>(props);
  return (
    <Field {...field}>
      {(tied) => <textarea rows={4} {...control} {...tied} className={cx(controlClass, 'resize-y')} />}
    </Field>
  );
}
