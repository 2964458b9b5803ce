import { useEffect, useRef } from 'react';

export function focusHeading(): void {
  const heading = document.querySelector<HTMLElement>('main h1');
  if (!heading) return;
  heading.tabIndex = -1;
  heading.focus({ preventScroll: true });
}

/** `place` names the current part of a page, such as a wizard's stage or a list's page. */
export function useHeadingFocus(place: string | number): void {
  const last = useRef(place);
  useEffect(() => {
    if (last.current === place) return;
    last.current = place;
    // A search or filter keeps the focus, because people continue to choose in it.
    if (document.activeElement?.matches('[type=search], select')) return;
    focusHeading();
  }, [place]);
}

/** Moves the focus if the clicked button has disappeared together with it. */
export function useLostFocus(): void {
  useEffect(() => {
    if (document.activeElement === document.body) focusHeading();
  }, []);
}
