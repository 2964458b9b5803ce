import { PRODUCT_NAME } from '@app/contracts/product.ts';
import { cx } from '../ui/cx.ts';

export function LogoMark({ className = 'size-7' }: { className?: string }) {
  return (
    <svg viewBox="0 0 28 28" fill="none" strokeWidth="3" aria-hidden="true" className={className}>
      <g className="stroke-green">
        <circle cx="8" cy="8" r="5.5" />
        <circle cx="20" cy="8" r="5.5" />
        <circle cx="8" cy="20" r="5.5" />
      </g>
      <circle cx="20" cy="20" r="5.5" className="stroke-gold" />
    </svg>
  );
}

export function Logo({ className }: { className?: string }) {
  return (
    <span className={cx('inline-flex items-center gap-2.5', className)}>
      <LogoMark />
      <span className="font-display text-xl font-heavy tracking-tight whitespace-nowrap">{PRODUCT_NAME}</span>
    </span>
  );
}
