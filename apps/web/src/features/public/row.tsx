import type { ReactNode } from 'react';
import { cx } from '../../ui/cx.ts';

interface RowProps {
  /** The anchor in the address. */
  id?: string | undefined;
  title: string;
  /** More than text: may be wider than is good to read. */
  isWide?: boolean;
  children: ReactNode;
}

/** A part of a page: its heading beside its text on wide screens, above it on narrow ones. */
export function Row({ id, title, isWide, children }: RowProps) {
  return (
    <section
      id={id}
      className="mt-10 scroll-mt-6 border-t border-line pt-8 lg:grid lg:grid-cols-[18rem_minmax(0,1fr)] lg:gap-16"
    >
      <h2 className="text-2xl">{title}</h2>
      <div className={cx('flex flex-col gap-3 max-lg:mt-3', !isWide && 'max-w-text')}>{children}</div>
    </section>
  );
}
