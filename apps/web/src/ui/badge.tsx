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
        // Forced-colours mode shows the border.
        'inline-flex max-w-full shrink-0 items-center gap-1.5 rounded-pill border border-transparent px-2.5 py-0.75 text-xs font-semibold wrap-anywhere',
        tones[tone],
        className,
      )}
    >
      {children}
    </span>
  );
}
