import { partWords } from '@app/words/parts.ts';
import type { ComponentProps, MouseEvent } from 'react';
import { cx } from './cx.ts';
import { Link, type LinkProps } from 'react-router';

/** A text beside the spinner must say what is happening. */
export function Spinner({ className }: { className?: string }) {
  return (
    <svg viewBox="0 0 24 24" fill="none" aria-hidden="true" className={cx('size-5 animate-spin', className)}>
      <circle cx="12" cy="12" r="9" stroke="currentColor" strokeOpacity="0.25" strokeWidth="3" />
      <path d="M21 12a9 9 0 0 0-9-9" stroke="currentColor" strokeWidth="3" strokeLinecap="round" />
    </svg>
  );
}

export type ButtonVariant = 'primary' | 'secondary' | 'quiet' | 'plain' | 'danger' | 'quietDanger';
type ButtonSize = 'normal' | 'small' | 'icon';

const common =
  'relative inline-flex items-center justify-center gap-2 rounded-control border font-semibold transition-colors ' +
  'select-none disabled:cursor-not-allowed aria-disabled:cursor-not-allowed';

const sizes: Record<ButtonSize, string> = {
  normal: 'min-h-12 px-5 py-2.5',
  small: 'min-h-11 px-4 py-2 text-sm',
  icon: 'size-11 shrink-0',
};

const resting = 'disabled:border-sunken disabled:bg-sunken disabled:text-cocoa-3';

const variants: Record<ButtonVariant, string> = {
  primary: `border-green bg-green text-on-green not-disabled:hover:border-green-2 not-disabled:hover:bg-green-2 ${resting}`,
  secondary: `border-line-strong bg-surface text-cocoa not-disabled:hover:border-cocoa not-disabled:hover:bg-sunken ${resting}`,
  quiet: 'border-transparent text-green not-disabled:hover:bg-green-tint disabled:text-cocoa-3',
  plain: 'border-transparent text-cocoa not-disabled:hover:bg-sunken disabled:text-cocoa-3',
  quietDanger: 'border-transparent text-laterite not-disabled:hover:bg-laterite-tint disabled:text-cocoa-3',
  danger: `border-laterite bg-laterite text-on-laterite not-disabled:hover:border-laterite-2 not-disabled:hover:bg-laterite-2 ${resting}`,
};

export interface ButtonLook {
  variant?: ButtonVariant | undefined;
  size?: ButtonSize | undefined;
  isWide?: boolean | undefined;
  className?: string | undefined;
}

export function buttonClass({ variant = 'primary', size = 'normal', isWide, className }: ButtonLook): string {
  return cx(common, sizes[size], variants[variant], isWide && 'w-full', className);
}

export interface ButtonProps extends ComponentProps<'button'>, ButtonLook {
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

export function LinkButton({ variant, size, isWide, className, ...rest }: LinkProps & ButtonLook) {
  return <Link {...rest} className={buttonClass({ variant, size, isWide, className })} />;
}
