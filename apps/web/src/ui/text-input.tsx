import { partWords } from '@app/words/parts.ts';
import { countCharacters } from '@app/contracts/text.ts';
import {
  type ComponentProps,
  type FormEvent,
  type FormEventHandler,
  type Ref,
  useEffect,
  useId,
  useRef,
} from 'react';
import { cx } from './cx.ts';
import { controlClass, Field, type FieldText } from './field.tsx';

interface Counted extends FieldText {
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

/** Screen readers say the count only from here on, because each count would disturb typing. */
const SPOKEN_FROM = 10;

function write(element: Element | null | undefined, text: string): void {
  if (element && element.textContent !== text) element.textContent = text;
}

function showCount(counter: HTMLElement | null, used: number, max: number): void {
  if (!counter) return;
  const [shown, read, warning] = counter.querySelectorAll('[data-count]');
  const left = max - used;
  write(shown, `${used}/${max}`);
  write(read, partWords.characters(used, max));
  write(warning, used > 0 && left <= SPOKEN_FROM && left >= 0 ? partWords.charactersLeft(left) : '');
  for (const mark of ['font-semibold', 'text-laterite']) counter.classList.toggle(mark, left < 0);
}

/** A text above the limit is refused and not cut, because people would lose the end of pasted text. */
function useCharacterCount<E extends TextElement>(max: number | undefined, ref: Ref<E> | undefined) {
  const id = useId();
  const element = useRef<E | null>(null);
  const counter = useRef<HTMLDivElement>(null);
  const recount = () => {
    if (max !== undefined) showCount(counter.current, countCharacters(element.current?.value ?? ''), max);
  };

  // A restored draft causes no event, so each render counts again. With React state, React stopped when
  // people typed faster than it rendered.
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

  return {
    bindRef,
    onInput,
    countId: id,
    counter: (
      <div ref={counter} className="figures shrink-0">
        <span id={id}>
          <span data-count aria-hidden="true">{`0/${max}`}</span>
          <span data-count className="sr-only">
            {partWords.characters(0, max)}
          </span>
        </span>
        <span data-count role="status" className="sr-only" />
      </div>
    ),
  };
}

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
