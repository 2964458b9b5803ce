import { ArrowLeft, X } from 'lucide-react';
import type { ReactNode } from 'react';
import { Link } from 'react-router';
import { buttonClass } from './button.tsx';
import { Stepper } from './stepper.tsx';
import { useHeadingFocus } from './use-heading-focus.ts';

interface WizardHeadProps {
  steps: readonly string[];
  /** The count starts at 1. */
  current: number;
  backTo: ReactNode;
  backLabel: string;
  onBack: () => void;
  leave?: { to: string; label: string };
}

export function WizardHead({ steps, current, backTo, backLabel, onBack, leave }: WizardHeadProps) {
  useHeadingFocus(current);
  return (
    <div className="mb-6">
      <div className="-mx-2 mb-3 flex items-center justify-between gap-4">
        <button
          type="button"
          onClick={onBack}
          aria-label={backLabel}
          className="inline-flex min-h-11 min-w-0 items-center gap-2 rounded-control px-2 font-semibold hover:text-green"
        >
          <ArrowLeft aria-hidden="true" className="size-5 shrink-0" />
          <span className="truncate">{backTo}</span>
        </button>
        {leave && (
          <Link
            to={leave.to}
            aria-label={leave.label}
            className={buttonClass({ variant: 'plain', size: 'icon' })}
          >
            <X aria-hidden="true" className="size-5" />
          </Link>
        )}
      </div>
      <Stepper steps={steps} current={current} />
    </div>
  );
}
