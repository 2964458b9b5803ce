import { cx } from './cx.ts';

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
  /** As wide as its container, for phones and narrow columns. */
  isWide?: boolean | undefined;
  className?: string | undefined;
}

export function buttonClass({ variant = 'primary', size = 'normal', isWide, className }: ButtonLook): string {
  return cx(common, sizes[size], variants[variant], isWide && 'w-full', className);
}
