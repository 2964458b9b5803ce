import { useEffect, useRef } from 'react';

export function focusHeading(): void {
  const heading = document.querySelector<HTMLElement>('main h1');
  if (!heading) return;
  heading.tabIndex = -1;
  heading.focus({ preventScroll: true });
}

/** `place` is the current part of a page, such as a stage of a wizard or a page of a list. */
export function useHeadingFocus(place: string | number): void {
  const last = useRef(place);
  useEffect(() => {
    if (last.current === place) return;
    last.current = place;
    // A search or filter keeps the focus, because people go on choosing there.
    if (document.activeElement?.matches('[type=search], select')) return;
    focusHeading();
  }, [place]);
}

/** If the clicked button has disappeared, the focus is lost, so the heading takes it. */
export function useLostFocus(): void {
  useEffect(() => {
    if (document.activeElement === document.body) focusHeading();
  }, []);
}
