import type { ReactNode } from 'react';
import { Woven } from './woven.tsx';

interface EmptyStateProps {
  title: string;
  /** One sentence: what happens next. */
  text: ReactNode;
  /** One action. */
  action?: ReactNode;
}

export function EmptyState({ title, text, action }: EmptyStateProps) {
  return (
    <section className="overflow-hidden rounded-card border border-line bg-surface">
      <Woven seed={23} columns={32} rows={2} className="h-16 w-full" />
      <div className="max-w-text p-6 sm:p-8">
        <h2 className="wrap-anywhere">{title}</h2>
        <div className="mt-2 text-cocoa-2">{text}</div>
        {action && <div className="mt-5">{action}</div>}
      </div>
    </section>
  );
}
