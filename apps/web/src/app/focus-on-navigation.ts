import { useEffect, useRef } from 'react';
import { useLocation } from 'react-router';

/** After going to another page the focus stands on its heading, as after a page load; screen readers read it out. */
export function useFocusOnNavigation(): void {
  const { pathname } = useLocation();
  const last = useRef(pathname);
  useEffect(() => {
    if (last.current === pathname) return;
    last.current = pathname;
    // A page that has put the focus somewhere itself knows better.
    if (document.activeElement?.matches('input, textarea, select, dialog, dialog *')) return;
    const heading = document.querySelector<HTMLElement>('main h1') ?? document.querySelector('main');
    if (!heading) return;
    heading.tabIndex = -1;
    heading.focus({ preventScroll: true });
  }, [pathname]);
}
