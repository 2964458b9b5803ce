import { useEffect, useRef } from 'react';
import { useLocation } from 'react-router';

function focusHeading(): void {
  const heading = document.querySelector<HTMLElement>('main h1') ?? document.querySelector('main');
  if (!heading) return;
  heading.tabIndex = -1;
  heading.focus({ preventScroll: true });
  // A page that was loading goes with its heading, and the focus with that, unless somebody has moved it on: to the next one.
  const observer = new MutationObserver(() => {
    if (heading.isConnected) return;
    stop();
    focusHeading();
  });
  function stop() {
    observer.disconnect();
    document.removeEventListener('focusin', stop);
  }
  observer.observe(document.body, { childList: true, subtree: true });
  document.addEventListener('focusin', stop);
}

/** After going to another page the focus stands on its heading, as after a page load; screen readers read it out. */
export function useFocusOnNavigation(): void {
  const { pathname } = useLocation();
  const last = useRef(pathname);
  useEffect(() => {
    if (last.current === pathname) return;
    last.current = pathname;
    // A page that has put the focus somewhere itself knows better.
    if (document.activeElement?.matches('input, textarea, select, dialog, dialog *')) return;
    focusHeading();
  }, [pathname]);
}
