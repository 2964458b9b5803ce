import { partWords } from '@app/words/parts.ts';
import { type ReactNode, useEffect, useRef } from 'react';

interface StickyBarProps {
  children: ReactNode;
  note?: ReactNode;
}

/** Makes its height known, so that toasts and fields with the focus stay above it. */
export function StickyBar({ children, note = partWords.draftKept }: StickyBarProps) {
  const bar = useRef<HTMLDivElement>(null);
  useEffect(() => {
    const element = bar.current;
    if (!element) return undefined;
    const root = document.documentElement.style;
    const watch = new ResizeObserver(() =>
      root.setProperty('--sticky-bar-height', `${element.offsetHeight}px`),
    );
    watch.observe(element);
    return () => {
      watch.disconnect();
      root.removeProperty('--sticky-bar-height');
    };
  }, []);
  return (
    <div
      ref={bar}
      className="sticky bottom-0 [@media(max-height:30rem)]:static z-10 -mx-4 mt-8 flex flex-wrap items-center justify-between gap-x-4 gap-y-2 border-t border-line bg-paper px-4 pt-3 pb-[calc(0.75rem+env(safe-area-inset-bottom))] sm:mx-0 sm:px-0"
    >
      <p className="flex-1 basis-24 text-xs text-cocoa-3 sm:text-sm">{note}</p>
      <div className="flex max-w-full shrink-0 flex-wrap gap-3">{children}</div>
    </div>
  );
}
