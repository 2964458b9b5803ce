import { useEffect, useRef } from 'react';

export function focusHeading(): void {
  const heading = document.querySelector<HTMLElement>('main h1');
  if (!heading) return;
  heading.tabIndex = -1;
  heading.focus({ preventScroll: true });
}

/** Within one page: when `place` changes (a wizard's stage, a list's page), the focus stands on the heading again. */
export function useHeadingFocus(place: string | number): void {
  const last = useRef(place);
  useEffect(() => {
    if (last.current === place) return;
    last.current = place;
    // A search or a filter begins on the first page, and people go on choosing there.
    if (document.activeElement?.matches('[type=search], select')) return;
    focusHeading();
  }, [place]);
}

/** For what replaces a pressed button: the focus, lost with it, goes to the new heading. */
export function useLostFocus(): void {
  useEffect(() => {
    if (document.activeElement === document.body) focusHeading();
  }, []);
}
