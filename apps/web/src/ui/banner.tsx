import type { ReactNode } from 'react';
import { cx } from './cx.ts';

interface BannerProps {
  title?: ReactNode;
  children?: ReactNode;
  action?: ReactNode;
  tone?: 'gold' | 'info' | 'bad';
  className?: string;
}

const tones = {
  gold: 'bg-gold-tint before:bg-gold',
  info: 'bg-volta-tint before:bg-volta',
  bad: 'bg-laterite-tint before:bg-laterite',
};

export function Banner({ title, children, action, tone = 'gold', className }: BannerProps) {
  return (
    <section
      className={cx(
        'relative flex flex-col gap-4 overflow-hidden rounded-card py-4 pr-5 pl-7 sm:flex-row sm:items-center sm:justify-between',
        // Forced-colours mode shows the outline.
        'outline -outline-offset-1 outline-transparent',
        'before:absolute before:inset-y-0 before:left-0 before:w-2 before:content-[""]',
        tones[tone],
        className,
      )}
    >
      <div className="min-w-0">
        {title && <h2 className="text-lg wrap-anywhere">{title}</h2>}
        {children && (
          <div className={cx('text-sm text-cocoa-2 wrap-anywhere', Boolean(title) && 'mt-0.5')}>
            {children}
          </div>
        )}
      </div>
      {action && <div className="shrink-0">{action}</div>}
    </section>
  );
}
