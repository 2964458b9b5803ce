import { applicantMessages as words } from '@app/words/applicants.ts';
import { useRef } from 'react';
import { Button } from '../../../ui/button.tsx';

interface ResultLineProps {
  text: string;
  news: string;
  onShowNews: () => void;
}

/** How many there are, and who has come since. Its height is kept free, so that nothing below moves when it speaks up. */
export function ResultLine({ text, news, onShowNews }: ResultLineProps) {
  const line = useRef<HTMLParagraphElement>(null);
  function show() {
    // The button goes with what it offered.
    line.current?.focus();
    onShowNews();
  }
  return (
    <div className="flex min-h-11 items-center justify-between gap-4">
      <p ref={line} tabIndex={-1} role="status" className="figures text-sm text-cocoa-2 focus:unmarked">
        {text}
      </p>
      <div role="status" className="shrink-0">
        {news && (
          <Button variant="quiet" size="small" onClick={show}>
            {words.showNews(news)}
          </Button>
        )}
      </div>
    </div>
  );
}
