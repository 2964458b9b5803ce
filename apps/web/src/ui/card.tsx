import type { ComponentProps } from 'react';
import { cx } from './cx.ts';

interface CardProps extends ComponentProps<'div'> {
  isMarked?: boolean;
}

export function Card({ className, isMarked = false, ...rest }: CardProps) {
  const edge = isMarked ? 'border-green edge-green' : 'border-line';
  return <div {...rest} className={cx('rounded-card border bg-surface p-5 sm:p-6', edge, className)} />;
}
