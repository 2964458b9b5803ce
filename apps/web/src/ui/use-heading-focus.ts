import { useEffect, useRef } from 'react';

export function focusHeading(): void {
  const heading = document.querySelector<HTMLElement>('main h1');
  if (!heading) return;
  heading.tabIndex = -1;
  heading.focus({ preventScroll: true });
}

/** A wizard's stage or a list's page is a `place`. */
export function useHeadingFocus(place: string | number): void {
  const last = useRef(place);
  useEffect(() => {
    if (last.current === place) return;
    last.current = place;
    // People keep choosing in a search or filter, so it keeps the focus.
    if (document.activeElement?.matches('[type=search], select')) return;
    focusHeading();
  }, [place]);
}

/** The pressed button, and the focus with it, has disappeared. */
export function useLostFocus(): void {
  useEffect(() => {
    if (document.activeElement === document.body) focusHeading();
  }, []);
}
