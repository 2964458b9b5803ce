import { failureWords } from '@app/words/failures.ts';
import type { ComponentType, ReactNode } from 'react';
import { usePart } from './use-part.ts';
import { partWords } from '@app/words/parts.ts';
import { cx } from './cx.ts';
import { Button } from './button.tsx';
import { Card } from './card.tsx';
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

interface FailedStateProps {
  /** What happened, in words: `wordsOf(query.error)`. */
  text: string;
  onRetry: () => void;
  isRetrying?: boolean;
}

/** Instead of something that could not be loaded. */
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

/** One grey bar or block; give it the size of what will stand there. */
export function Skeleton({ className = 'h-4 w-full' }: { className?: string }) {
  return (
    <div
      className={cx('max-w-full animate-breathe rounded-control bg-line forced-color-adjust-none', className)}
    />
  );
}

/** Around the skeletons of one list or page: said once, drawn in its real shape. */
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

/** React's `lazy`, but where the code cannot be fetched only this part says so, with another try, and the page stays. */
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
