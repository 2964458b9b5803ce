import type { ReactNode } from 'react';
import { cx } from './cx.ts';

export type BadgeTone = 'info' | 'good' | 'waiting' | 'bad' | 'plain';

const tones: Record<BadgeTone, string> = {
  info: 'bg-volta-tint text-volta',
  good: 'bg-green-tint text-green',
  waiting: 'bg-gold-tint text-gold-ink',
  bad: 'bg-laterite-tint text-laterite',
  plain: 'bg-sunken text-cocoa-2',
};

/** A status in a word or two. */
export function Badge({
  tone = 'plain',
  children,
  className,
}: {
  tone?: BadgeTone;
  children: ReactNode;
  className?: string;
}) {
  return (
    <span
      className={cx(
        'inline-flex items-center gap-1.5 rounded-pill px-2.5 py-1 text-xs font-semibold whitespace-nowrap',
        tones[tone],
        className,
      )}
    >
      {children}
    </span>
  );
}
