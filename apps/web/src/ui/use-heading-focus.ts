import { useEffect, useRef } from 'react';

/** Within one page: when `place` changes (a wizard's stage, a list's page), the focus stands on the heading again. */
export function useHeadingFocus(place: string | number): void {
  const last = useRef(place);
  useEffect(() => {
    if (last.current === place) return;
    last.current = place;
    const heading = document.querySelector<HTMLElement>('main h1');
    if (!heading) return;
    heading.tabIndex = -1;
    heading.focus({ preventScroll: true });
  }, [place]);
}
