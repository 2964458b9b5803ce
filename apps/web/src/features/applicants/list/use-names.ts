import type { Applicant } from '@app/contracts/project/applicants.ts';
import { useEffect, useRef, useState } from 'react';
import { useLocation, useSearchParams } from 'react-router';
import { APPLICANT } from '../filter/view.ts';
import { rowToggleId } from './applicant-row.tsx';
import type { More } from './load-more.tsx';

/** Counts the links that named an applicant. Such an applicant may be newer than the loaded list. */
export function useNamedApplicantCount(): number {
  const named = useSearchParams()[0].get(APPLICANT);
  const [seen, setSeen] = useState({ named, count: 0 });
  if (named === seen.named) return seen.count;
  const count = named === null ? seen.count : seen.count + 1;
  setSeen({ named, count });
  return count;
}

export function useOpenNamedApplicant(
  rows: readonly Applicant[],
  more: More | undefined,
  open: (id: string) => void,
) {
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
    // Navigation moves the focus first, so this waits for one frame.
    requestAnimationFrame(() => {
      const toggle = document.getElementById(rowToggleId(named));
      toggle?.closest('tbody')?.scrollIntoView();
      toggle?.focus({ preventScroll: true });
    });
    return undefined;
  });
}
