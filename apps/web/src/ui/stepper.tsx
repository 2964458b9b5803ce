import { partWords } from '@app/words/parts.ts';
import { cx } from './cx.ts';

interface StepperProps {
  steps: readonly string[];
  /** The count starts at 1. */
  current: number;
  className?: string;
}

export function Stepper({ steps, current, className }: StepperProps) {
  return (
    <div className={className}>
      <ol className="flex gap-1.5" aria-label={partWords.step(current, steps.length)}>
        {steps.map((step, at) => (
          <li key={step} aria-current={at + 1 === current ? 'step' : undefined} className="min-w-0 flex-1">
            <span
              className={cx(
                'block h-1.5 rounded-pill forced-color-adjust-none',
                at + 1 < current && 'bg-green',
                at + 1 === current && 'bg-gold',
                at + 1 > current && 'bg-line',
              )}
            />
            <span
              className={cx(
                'block truncate text-xs max-sm:sr-only sm:mt-1.5',
                at + 1 === current ? 'font-bold text-cocoa' : 'text-cocoa-2',
              )}
            >
              {step}
            </span>
          </li>
        ))}
      </ol>
      <p className="mt-3 text-sm text-cocoa-2 sm:hidden" aria-hidden="true">
        {partWords.step(current, steps.length)}
      </p>
    </div>
  );
}
