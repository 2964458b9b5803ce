import type { FormEvent, ReactNode } from 'react';
import { StickyBar } from '../../ui/sticky-bar.tsx';

interface StageFrameProps {
  heading: string;
  text: string;
  /** Under the text, beside the fields where the screen is wide. */
  aside?: ReactNode;
  action: ReactNode;
  onSubmit: (event: FormEvent) => void;
  /** Stage 4 brings two columns of its own. */
  isWide?: boolean;
  children: ReactNode;
}

/** One stage: what it asks, its fields, and the act at the foot. */
export function StageFrame({ heading, text, aside, action, onSubmit, isWide, children }: StageFrameProps) {
  return (
    <form onSubmit={onSubmit} noValidate>
      <div className={isWide ? '' : 'lg:grid lg:grid-cols-[18rem_minmax(0,1fr)] lg:gap-12'}>
        <div className="mb-6">
          <h1>{heading}</h1>
          <p className="mt-2 max-w-text text-cocoa-2">{text}</p>
          {aside && <div className="mt-6">{aside}</div>}
        </div>
        <div className="min-w-0">{children}</div>
      </div>
      <StickyBar>{action}</StickyBar>
    </form>
  );
}
