import { applicantWords as words } from '@app/words/applicants.ts';
import { failureWords } from '@app/words/failures.ts';
import { useEffect, useRef } from 'react';
import { Button } from '../../../ui/button.tsx';

export interface More {
  count: number;
  onLoad: () => void;
  isLoading: boolean;
  hasFailed: boolean;
}

interface LoadMoreProps extends More {
  isAtEnd: boolean;
}

export function LoadMore({ count, onLoad, isLoading, hasFailed, isAtEnd }: LoadMoreProps) {
  const end = useRef<HTMLDivElement>(null);
  const isWaiting = isAtEnd && !isLoading && !hasFailed;
  useEffect(() => {
    const element = end.current;
    if (!element || !isWaiting) return undefined;
    const watch = new IntersectionObserver(
      ([entry]) => {
        if (entry?.isIntersecting) onLoad();
      },
      { rootMargin: '600px' },
    );
    watch.observe(element);
    return () => watch.disconnect();
  }, [isWaiting, onLoad]);
  return (
    <div ref={end} className="mt-4 text-center">
      {hasFailed && (
        <p role="alert" className="mb-2 text-sm text-laterite">
          {words.moreFailed}
        </p>
      )}
      <Button variant="secondary" size="small" isBusy={isLoading} onClick={onLoad}>
        {hasFailed ? failureWords.tryAgain : words.loadMore(count)}
      </Button>
    </div>
  );
}
