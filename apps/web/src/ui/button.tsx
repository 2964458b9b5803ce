import { partWords } from '@app/words/parts.ts';
import type { ComponentProps, MouseEvent } from 'react';
import { buttonClass, type ButtonLook } from './button-look.ts';
import { cx } from './cx.ts';
import { Spinner } from './spinner.tsx';

export interface ButtonProps extends ComponentProps<'button'>, ButtonLook {
  /** Shows a spinner in the button's own width, keeps the focus, and lets no second press through. */
  isBusy?: boolean | undefined;
}

export function Button({
  variant,
  size,
  isWide,
  isBusy,
  className,
  children,
  onClick,
  ...rest
}: ButtonProps) {
  function press(event: MouseEvent<HTMLButtonElement>) {
    if (isBusy) event.preventDefault();
    else onClick?.(event);
  }
  return (
    <button
      type="button"
      {...rest}
      onClick={press}
      aria-disabled={isBusy || undefined}
      aria-busy={isBusy || undefined}
      className={buttonClass({ variant, size, isWide, className })}
    >
      <span className={cx('inline-flex items-center justify-center gap-2', isBusy && 'opacity-0')}>
        {children}
      </span>
      {isBusy && <Spinner className="absolute" />}
      <span role="status" className="sr-only">
        {isBusy ? partWords.busy : ''}
      </span>
    </button>
  );
}
