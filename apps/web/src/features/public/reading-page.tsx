import type { ReactNode } from 'react';
import { PublicFrame } from '../../app/frames/public-frame.tsx';

interface ReadingPageProps {
  heading: string;
  lead: string;
  /** Beside the text on wide screens, above it on narrow ones. */
  aside?: ReactNode;
  children: ReactNode;
}

/** A page of text, as wide as is good to read. */
export function ReadingPage({ heading, lead, aside, children }: ReadingPageProps) {
  return (
    <PublicFrame>
      <div className="mx-auto w-full max-w-page px-4 pt-6 sm:px-8 lg:pt-10">
        <h1 className="text-4xl">{heading}</h1>
        <p className="mt-5 max-w-text text-lg text-cocoa-2">{lead}</p>
        <div className={aside ? 'lg:flex lg:flex-row-reverse lg:justify-between lg:gap-16' : ''}>
          {aside}
          <div className="max-w-text wrap-anywhere">{children}</div>
        </div>
      </div>
    </PublicFrame>
  );
}
