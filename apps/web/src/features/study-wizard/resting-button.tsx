import type { ComponentProps } from 'react';
import { buttonClass, type ButtonLook } from '../../ui/button-look.ts';
import { cx } from '../../ui/cx.ts';

interface RestingButtonProps extends ComponentProps<'button'>, ButtonLook {
  /** There is nothing more for it to do. */
  isResting: boolean;
}

/** Keeps the focus when a press was its last for now: a disabled button would lose it. */
export function RestingButton({ isResting, variant, size, className, onClick, ...rest }: RestingButtonProps) {
  return (
    <button
      type="button"
      {...rest}
      aria-disabled={isResting || undefined}
      onClick={isResting ? undefined : onClick}
      className={buttonClass({ variant, size, className: cx('aria-disabled:text-line-strong', className) })}
    />
  );
}
