import { applicantWords as words } from '@app/words/applicants.ts';
import { failureWords } from '@app/words/failures.ts';
import { useEffect, useRef, useState } from 'react';
import { Button } from '../../../ui/button.tsx';
import { Loading, Skeleton } from '../../../ui/states.tsx';
import type { Applicant } from '@app/contracts/project/applicants.ts';
import { useLocation, useSearchParams } from 'react-router';
import { APPLICANT } from '../filter/view.ts';
import { toggleIdOf } from './applicant-row.tsx';

/** Counts how often another applicant was named in the address: they may be newer than the list. */
export function useNamings(): number {
  const named = useSearchParams()[0].get(APPLICANT);
  const [seen, setSeen] = useState({ named, count: 0 });
  if (named === seen.named) return seen.count;
  const count = named === null ? seen.count : seen.count + 1;
  setSeen({ named, count });
  return count;
}

/** Opens the applicant whom the address names, once; a list that does not go so far yet is loaded on. */
export function useNamed(rows: readonly Applicant[], more: More | undefined, open: (id: string) => void) {
  const named = useSearchParams()[0].get(APPLICANT);
  const { key } = useLocation();
  const opened = useRef<string>(undefined);
  useEffect(() => {
    if (named === null || opened.current === key) return undefined;
    if (!rows.some(({ id }) => id === named)) {
      if (more && rows.length > 0 && !more.isLoading && !more.hasFailed) more.onLoad();
      return undefined;
    }
    opened.current = key;
    open(named);
    // After the focus that every page takes when it is gone to.
    requestAnimationFrame(() => {
      const toggle = document.getElementById(toggleIdOf(named));
      toggle?.closest('tbody')?.scrollIntoView();
      toggle?.focus({ preventScroll: true });
    });
    return undefined;
  });
}

export function LoadingApplicants() {
  return (
    <Loading>
      <div className="divide-y divide-line rounded-card border border-line bg-surface">
        {['one', 'two', 'three', 'four', 'five', 'six'].map((row) => (
          <div key={row} className="flex items-center gap-4 p-4 sm:px-6">
            <Skeleton className="size-11 shrink-0" />
            <div className="grow">
              <Skeleton className="h-5 w-40" />
              <Skeleton className="mt-2 h-4 w-28" />
            </div>
          </div>
        ))}
      </div>
    </Loading>
  );
}

export function DetailsLoading() {
  return (
    <Loading>
      <Skeleton className="h-60 w-full" />
    </Loading>
  );
}

export interface More {
  count: number;
  onLoad: () => void;
  isLoading: boolean;
  hasFailed: boolean;
}

interface LoadMoreProps extends More {
  /** All rows before it are drawn; until then its place is not yet the end. */
  isAtEnd: boolean;
}

/** The next rows are asked for when the end is near; by a press where that has failed. */
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
