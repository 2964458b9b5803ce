import { partWords } from '@app/words/parts.ts';
import { ChevronLeft, ChevronRight } from 'lucide-react';
import { Link, Navigate, useLocation, useSearchParams } from 'react-router';
import { buttonClass } from './button.tsx';
import { cx } from './cx.ts';

const PARAMETER = 'page';

/** In addresses, the first page is 1. In calls, it is 0. */
export function usePageNumber(): number {
  const [search] = useSearchParams();
  const asked = Number(search.get(PARAMETER));
  return Number.isInteger(asked) && asked >= 1 ? asked - 1 : 0;
}

interface PagerProps {
  number: number;
  totalPages: number;
  state?: unknown;
}

export function Pager({ number, totalPages, state }: PagerProps) {
  const { pathname } = useLocation();
  const [search] = useSearchParams();
  if (totalPages <= 1) return null;

  const pageAddress = (page: number) => {
    const next = new URLSearchParams(search);
    if (page === 0) next.delete(PARAMETER);
    else next.set(PARAMETER, String(page + 1));
    return { pathname, search: next.toString() };
  };
  const step = (page: number, label: string, Icon: typeof ChevronLeft) => {
    const isThere = page >= 0 && page < totalPages;
    const look = buttonClass({ variant: 'secondary', size: 'icon' });
    if (!isThere) {
      return (
        <span aria-hidden="true" className={cx(look, 'pointer-events-none opacity-40')}>
          <Icon className="size-5" />
        </span>
      );
    }
    return (
      <Link to={pageAddress(page)} state={state} aria-label={label} className={look}>
        <Icon aria-hidden="true" className="size-5" />
      </Link>
    );
  };
  return (
    <nav aria-label={partWords.pages} className="mt-8 flex items-center justify-center gap-4">
      {step(number - 1, partWords.previousPage, ChevronLeft)}
      <span className="figures text-sm text-cocoa-2" aria-live="polite">
        {partWords.page(number + 1, totalPages)}
      </span>
      {step(number + 1, partWords.nextPage, ChevronRight)}
    </nav>
  );
}

/** Opens the last page if the current one has become empty, for example after a deletion. */
export function ToLastPage({ totalPages }: Pick<PagerProps, 'totalPages'>) {
  const [search] = useSearchParams();
  const next = new URLSearchParams(search);
  if (totalPages > 1) next.set(PARAMETER, String(totalPages));
  else next.delete(PARAMETER);
  return <Navigate to={{ search: next.toString() }} replace />;
}
