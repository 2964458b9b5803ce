import type { ReplyOf } from '@app/contracts/endpoint.ts';
import type { listOwnApplications } from '@app/contracts/project/applications.ts';
import { useEffect, useRef } from 'react';
import { useLocation, useNavigate } from 'react-router';

/** The focus stands on the application to the study that the address names; it is looked for on the pages after this one. */
export function useNamed(list: ReplyOf<typeof listOwnApplications> | undefined): void {
  const { hash, key } = useLocation();
  const navigate = useNavigate();
  const shown = useRef<string>(undefined);
  useEffect(() => {
    const named = hash.slice(1);
    if (named === '' || list === undefined || shown.current === key) return;
    shown.current = key;
    if (document.getElementById(named) === null) {
      const next = list.number + 1;
      if (next < list.totalPages) void navigate({ search: `?page=${next + 1}`, hash }, { replace: true });
      return;
    }
    // After the focus that every page takes when it is gone to.
    requestAnimationFrame(() => {
      const card = document.getElementById(named);
      card?.scrollIntoView();
      card?.querySelector<HTMLElement>('h3')?.focus({ preventScroll: true });
    });
  }, [hash, key, list, navigate]);
}
