import { ChevronDown, Ellipsis } from 'lucide-react';
import { type ReactNode, useCallback, useId, useRef, useState } from 'react';
import { buttonClass, type ButtonLook } from './button.tsx';
import { cx } from './cx.ts';
import { useDismiss } from './use-dismiss.ts';

interface MoreMenuProps extends Pick<ButtonLook, 'variant'> {
  isBig?: boolean;
  label: string;
  isNamed?: boolean;
  className?: string;
  /** If a button opens a dialog, it calls `close` first, so that the focus comes back to the menu. */
  children: (close: () => void) => ReactNode;
}

/** Unlike menu roles, a disclosure keeps the Tab order. */
export function MoreMenu({
  label,
  isNamed,
  variant = 'secondary',
  isBig,
  className,
  children,
}: MoreMenuProps) {
  const [isOpen, setIsOpen] = useState(false);
  const frame = useRef<HTMLDivElement>(null);
  const button = useRef<HTMLButtonElement>(null);
  const id = useId();
  const dismiss = useCallback(() => setIsOpen(false), []);
  useDismiss(isOpen, frame, button, dismiss);
  const buttonId = `${id}button`;
  function close() {
    document.getElementById(buttonId)?.focus();
    dismiss();
  }
  return (
    <div ref={frame} className={cx('relative', className)}>
      <button
        ref={button}
        id={buttonId}
        type="button"
        aria-label={isNamed ? undefined : label}
        aria-expanded={isOpen}
        aria-controls={isOpen ? id : undefined}
        onClick={() => setIsOpen(!isOpen)}
        className={buttonClass({ variant, size: isNamed ? 'small' : 'icon' })}
        style={isBig ? { width: '3rem', height: '3rem' } : undefined}
      >
        {isNamed && label}
        {isNamed ? (
          <ChevronDown aria-hidden="true" className="size-4" />
        ) : (
          <Ellipsis aria-hidden="true" className="size-5" />
        )}
      </button>
      {isOpen && (
        <div
          id={id}
          className="absolute right-0 z-30 mt-2 flex animate-appear flex-col items-start rounded-card border border-line bg-surface p-2 shadow-float"
          style={{ width: 'max-content' }}
        >
          {children(close)}
        </div>
      )}
    </div>
  );
}
