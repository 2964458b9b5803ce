import type { ReactNode } from 'react';
import { PublicFrame } from '../../product/frames/public-frame.tsx';

interface ReadingPageProps {
  heading: string;
  lead: string;
  children: ReactNode;
}

/** A page of text with its opening words. */
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
