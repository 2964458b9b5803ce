import { quoteWords as words } from '@app/words/quote.ts';
import { Check } from 'lucide-react';
import { cx } from '../ui/cx.ts';

export function PaySteps({ current, className }: { current: 1 | 2 | 3; className?: string }) {
  return (
    <ol aria-label={words.steps} className={cx('flex flex-wrap gap-x-4 gap-y-1 text-sm', className)}>
      {words.step.map((label, at) => (
        <li
          key={label}
          aria-current={at + 1 === current ? 'step' : undefined}
          className={cx(
            'flex items-center gap-1.5',
            at + 1 === current ? 'font-bold text-green' : 'text-cocoa-2',
          )}
        >
          <span>{`${at + 1} ${label}`}</span>
          {at + 1 < current && <Check role="img" aria-label={words.stepDone} className="size-4 text-green" />}
        </li>
      ))}
    </ol>
  );
}
