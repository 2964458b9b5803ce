import { useEffect, useRef } from 'react';

export function focusHeading(): void {
  const heading = document.querySelector<HTMLElement>('main h1');
  if (!heading) return;
  heading.tabIndex = -1;
  heading.focus({ preventScroll: true });
}

/** `place` is a step within one page: a wizard's stage or a list's page. */
export function useHeadingFocus(place: string | number): void {
  const last = useRef(place);
  useEffect(() => {
    if (last.current === place) return;
    last.current = place;
    // A search or filter returns to the first page, but people keep choosing there.
    if (document.activeElement?.matches('[type=search], select')) return;
    focusHeading();
  }, [place]);
}

/** When a pressed button disappears, the focus moves to the new heading. */
export function useLostFocus(): void {
  useEffect(() => {
    if (document.activeElement === document.body) focusHeading();
  }, []);
}
