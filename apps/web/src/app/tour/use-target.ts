import { useEffect, useState } from 'react';

/** tour.css hangs the light on it. An attribute, since React would take a class away again. */
const MARK = 'data-toured';

/** The first of some elements that can be seen. */
function firstSeen(selectors: readonly string[]): Element | undefined {
  return selectors
    .flatMap((selector) => [...document.querySelectorAll(selector)])
    .find((element) => element.getClientRects().length > 0);
}

/** Marks what a stop points at as soon as it is there, for as long as it is there; false while there is nothing. */
export function useTarget(selectors: readonly string[]): boolean {
  const [isThere, setIsThere] = useState(false);
  useEffect(() => {
    let target: Element | undefined;
    const look = () => {
      const found = firstSeen(selectors);
      if (found === target) return;
      target?.removeAttribute(MARK);
      target = found;
      target?.setAttribute(MARK, '');
      target?.scrollIntoView({ block: 'nearest', behavior: 'instant' });
      setIsThere(target !== undefined);
    };
    look();
    // A screen comes after its skeleton, and a phone is turned.
    const observer = new MutationObserver(look);
    observer.observe(document.body, { childList: true, subtree: true });
    addEventListener('resize', look);
    return () => {
      removeEventListener('resize', look);
      observer.disconnect();
      target?.removeAttribute(MARK);
    };
  }, [selectors]);
  return isThere;
}
