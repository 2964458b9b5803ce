import { applicantWords as words } from '@app/words/applicants.ts';
import { type ReactNode, useRef } from 'react';
import { Button } from '../../ui/button.tsx';
import { cx } from '../../ui/cx.ts';

interface ResultLineProps {
  text: string;
  updates: string;
  onShowUpdates: () => void;
  children?: ReactNode;
}

/** The line has a fixed height, so that a new text does not move the list. */
export function ResultLine({ text, updates, onShowUpdates, children }: ResultLineProps) {
  const line = useRef<HTMLParagraphElement>(null);
  function show() {
    line.current?.focus();
    onShowUpdates();
  }
  return (
    <div className="ml-auto flex min-h-11 flex-wrap items-center justify-end gap-x-3">
      {/* On small screens, the total is already shown above. */}
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
        {updates && (
          <Button variant="quiet" size="small" onClick={show}>
            {words.showUpdates(updates)}
          </Button>
        )}
      </div>
    </div>
  );
}
