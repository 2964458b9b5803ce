import { partWords } from '@app/words/parts.ts';
import type { ReactNode } from 'react';
import { cx } from './cx.ts';

/** One grey bar or block; give it the size of what will stand there. */
export function Skeleton({ className = 'h-4 w-full' }: { className?: string }) {
  return (
    <div
      className={cx('max-w-full animate-breathe rounded-control bg-line forced-color-adjust-none', className)}
    />
  );
}

/** Around the skeletons of one list or page: said once, drawn in its real shape. */
export function Loading({ children, label = partWords.loading }: { children: ReactNode; label?: string }) {
  return (
    <div className="min-w-0">
      <p role="status" className="sr-only">
        {label}
      </p>
      <div aria-hidden="true">{children}</div>
    </div>
  );
}
