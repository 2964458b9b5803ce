import { ChevronDown } from 'lucide-react';
import { useId, useState, type ReactNode } from 'react';
import { Button } from '../../../ui/button.tsx';
import { cx } from '../../../ui/cx.ts';

interface FoldProps {
  label: string;
  isOpenAtFirst: () => boolean;
  /** Something within is wrong: it is not hidden. */
  hasError?: boolean;
  children: ReactNode;
}

/** What few studies say, under one press. */
export function Fold({ label, isOpenAtFirst, hasError = false, children }: FoldProps) {
  const id = useId();
  const [isOpen, setIsOpen] = useState(isOpenAtFirst);
  if (hasError && !isOpen) setIsOpen(true);
  return (
    <div className="-mt-4">
      <Button
        variant="quiet"
        size="small"
        className="-ml-4"
        aria-expanded={isOpen}
        aria-controls={id}
        onClick={() => setIsOpen(!isOpen)}
      >
        {label}
        <ChevronDown aria-hidden="true" className={cx('size-4.5', isOpen && 'rotate-180')} />
      </Button>
      <div id={id} hidden={!isOpen} className="mt-2">
        {isOpen && children}
      </div>
    </div>
  );
}
