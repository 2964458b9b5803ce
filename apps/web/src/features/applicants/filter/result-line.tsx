import { applicantWords as words } from '@app/words/applicants.ts';
import { type ReactNode, useRef } from 'react';
import { Button } from '../../../ui/button.tsx';
import { cx } from '../../../ui/cx.ts';

interface ResultLineProps {
  text: string;
  news: string;
  onShowNews: () => void;
  children?: ReactNode;
}

/** How many there are, and who has come since. Its height is kept free, so that nothing below moves when it speaks up. */
export function ResultLine({ text, news, onShowNews, children }: ResultLineProps) {
  const line = useRef<HTMLParagraphElement>(null);
  function show() {
    // The button goes with what it offered.
    line.current?.focus();
    onShowNews();
  }
  return (
    <div className="ml-auto flex min-h-11 flex-wrap items-center justify-end gap-x-3">
      {/* Of all, it stands above already where there is little room. */}
      <p
        ref={line}
        tabIndex={-1}
        role="status"
        className={cx('figures text-sm text-cocoa-2 focus:unmarked', !children && 'max-sm:sr-only')}
      >
        {text}
      </p>
      {children}
      <div role="status" className="shrink-0 empty:-ml-3">
        {news && (
          <Button variant="quiet" size="small" onClick={show}>
            {words.showNews(news)}
          </Button>
        )}
      </div>
    </div>
  );
}
