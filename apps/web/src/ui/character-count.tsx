import { partMessages } from '@app/words/parts.ts';
import { countCharacters } from '@app/contracts/text.ts';
import { type FormEvent, type Ref, useCallback, useEffect, useId, useRef, useState } from 'react';
import { cx } from './cx.ts';

type TextElement = HTMLInputElement | HTMLTextAreaElement;

/** From here on the rest is read out; every single count would drown the typing. */
const SPOKEN_FROM = 10;

/**
 * Counts what an uncontrolled field holds, as people count. Too much is shown and refused by the form's rule rather
 * than cut off: nobody loses the end of what they pasted.
 */
export function useCharacterCount<E extends TextElement>(max: number | undefined, ref: Ref<E> | undefined) {
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
        <span className="sr-only">{partMessages.characters(used, max)}</span>
      </span>
      <span role="status" className="sr-only">
        {used > 0 && left <= SPOKEN_FROM && left >= 0 ? partMessages.charactersLeft(left) : ''}
      </span>
    </div>
  );
  return { bindRef, onInput, countId: id, counter };
}
