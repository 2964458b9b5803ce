import type { Message } from '@app/contracts/project/messages.ts';
import type { SignedInUser } from '@app/contracts/identity/person.ts';
import { type RefObject, useEffect, useRef } from 'react';

/** The answer box stays visible at the beginning, during typing, and after sending. */
export function useEndInSight(
  end: RefObject<HTMLElement | null>,
  last: Message | undefined,
  role: SignedInUser['role'],
): void {
  const count = last?.number;
  const isOwn = last?.by === role;
  const hasStarted = useRef(false);
  useEffect(() => {
    if (count === undefined) return;
    if (!hasStarted.current || isOwn || end.current?.contains(document.activeElement))
      end.current?.scrollIntoView({ block: 'nearest' });
    hasStarted.current = true;
  }, [end, count, isOwn]);
  const isShown = count !== undefined;
  useEffect(() => {
    if (!isShown) return;
    // When fonts load late, messages become taller.
    const observer = new ResizeObserver(() => end.current?.scrollIntoView({ block: 'nearest' }));
    observer.observe(document.body);
    const stop = () => observer.disconnect();
    const acts = ['wheel', 'pointerdown', 'touchstart', 'keydown'];
    for (const act of acts) addEventListener(act, stop, { once: true, passive: true });
    return () => {
      stop();
      for (const act of acts) removeEventListener(act, stop);
    };
  }, [end, isShown]);
}
