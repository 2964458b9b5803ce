import { failureWords } from '@app/words/failures.ts';
import type { ComponentType, ReactNode } from 'react';
import { usePart } from './use-lazy-part.ts';
import { partWords } from '@app/words/parts.ts';
import { cx } from './cx.ts';
import { Button } from './button.tsx';
import { Card } from './card.tsx';
import { Woven } from './woven-pattern.tsx';

interface EmptyStateProps {
  title: string;
  text: ReactNode;
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

interface FailedStateProps {
  text: string;
  onRetry: () => void;
  isRetrying?: boolean;
}

export function FailedState({ text, onRetry, isRetrying }: FailedStateProps) {
  return (
    <Card role="alert">
      <p className="max-w-text">{text}</p>
      <Button variant="secondary" className="mt-4" onClick={onRetry} isBusy={isRetrying}>
        {failureWords.tryAgain}
      </Button>
    </Card>
  );
}

/** The size of the placeholder should be that of the content. */
export function Skeleton({ className = 'h-4 w-full' }: { className?: string }) {
  return (
    <div
      className={cx('max-w-full animate-breathe rounded-control bg-line forced-color-adjust-none', className)}
    />
  );
}

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

/** If the download fails, only this part shows an error. With React's `lazy`, more would fail. */
export function lazyPart<Props extends object>(
  load: () => Promise<ComponentType<Props>>,
  loading: ReactNode = null,
): ComponentType<Props> {
  return function LazyPart(props: Props) {
    const { part: Part, isFailed, retry } = usePart(load, true);
    if (Part) return <Part {...props} />;
    return isFailed ? <FailedState text={failureWords.network} onRetry={retry} /> : loading;
  };
}
