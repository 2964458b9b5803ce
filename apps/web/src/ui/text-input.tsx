import { partWords } from '@app/words/parts.ts';
import { countCharacters } from '@app/contracts/text.ts';
import {
  type ComponentProps,
  type FormEvent,
  type FormEventHandler,
  type Ref,
  useCallback,
  useEffect,
  useId,
  useRef,
  useState,
} from 'react';
import { cx } from './cx.ts';
import { controlClass, Field, type FieldText } from './field.tsx';

interface Counted extends FieldText {
  /** Shows a character counter; the form's rule holds the limit. */
  maxCharacters?: number | undefined;
}

export interface TextInputProps extends Omit<ComponentProps<'input'>, 'id'>, Counted {}
interface TextAreaProps extends Omit<ComponentProps<'textarea'>, 'id'>, Counted {}

interface Texts<E> extends Counted {
  ref?: Ref<E> | undefined;
  className?: string | undefined;
  onInput?: FormEventHandler<E> | undefined;
}

type TextElement = HTMLInputElement | HTMLTextAreaElement;

/** From here on the rest is read out; every single count would drown the typing. */
const SPOKEN_FROM = 10;

/**
 * Counts what an uncontrolled field holds, as people count. Too much is shown and refused by the form's rule rather
 * than cut off: nobody loses the end of what they pasted.
 */
function useCharacterCount<E extends TextElement>(max: number | undefined, ref: Ref<E> | undefined) {
  const id = useId();
  const element = useRef<E | null>(null);
  const [used, setUsed] = useState(0);
  const recount = useCallback(() => {
    if (max !== undefined) setUsed(countCharacters(element.current?.value ?? ''));
  }, [max]);

  // After every render: a form that restores a draft or resets writes into the element without an event.
  useEffect(recount);

  const bindRef = (found: E | null) => {
    element.current = found;
    if (typeof ref === 'function') return ref(found);
    // oxlint-disable-next-line react/immutability -- handing the element on is what a ref is for
    if (ref) ref.current = found;
    return undefined;
  };
  const onInput = (event: FormEvent<E>) => {
    element.current = event.currentTarget;
    recount();
  };
  if (max === undefined) return { bindRef, onInput, countId: undefined, counter: undefined };

  const left = max - used;
  const counter = (
    <div className={cx('figures shrink-0', left < 0 && 'font-semibold text-laterite')}>
      <span id={id}>
        <span aria-hidden="true">
          {used}/{max}
        </span>
        <span className="sr-only">{partWords.characters(used, max)}</span>
      </span>
      <span role="status" className="sr-only">
        {used > 0 && left <= SPOKEN_FROM && left >= 0 ? partWords.charactersLeft(left) : ''}
      </span>
    </div>
  );
  return { bindRef, onInput, countId: id, counter };
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
