import type { ReactNode } from 'react';
import { PublicFrame } from '../../product/frames/public-frame.tsx';
import { LinkedText } from './linked-text.tsx';
import { cx } from '../../ui/cx.ts';

interface ReadingRowProps {
  id?: string | undefined;
  title: string;
  isWide?: boolean;
  children: ReactNode;
}

export function ReadingRow({ id, title, isWide, children }: ReadingRowProps) {
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

export function Points({ points }: { points: readonly string[] }) {
  return (
    <ul className="flex list-disc flex-col gap-2 pl-5 marker:text-green">
      {points.map((point) => (
        <li key={point}>
          <LinkedText text={point} />
        </li>
      ))}
    </ul>
  );
}

interface ReadingPageProps {
  heading: string;
  lead: string;
  children: ReactNode;
}

export function ReadingPage({ heading, lead, children }: ReadingPageProps) {
  return (
    <PublicFrame>
      <div className="mx-auto w-full max-w-page px-4 pt-6 sm:px-8 lg:pt-10">
        <h1 className="text-4xl">{heading}</h1>
        <p className="mt-5 max-w-stage text-lg text-cocoa-2 sm:text-xl">{lead}</p>
        {children}
      </div>
    </PublicFrame>
  );
}
