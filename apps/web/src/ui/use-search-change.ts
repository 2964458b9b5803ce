import { useCallback, useRef } from 'react';
import { type NavigateOptions, useNavigate, useSearchParams } from 'react-router';

/**
 * The address is newer than the rendered state. With the state, the second of two quick changes would undo
 * the first.
 */
export function useSearchChange({ replace = false }: Pick<NavigateOptions, 'replace'> = {}) {
  const [search] = useSearchParams();
  const navigate = useNavigate();
  const pending = useRef<URLSearchParams>(undefined);
  const change = useCallback(
    (next: (search: URLSearchParams) => string) => {
      const wanted = new URLSearchParams(next(pending.current ?? new URLSearchParams(location.search)));
      pending.current = wanted;
      const arrive = () => {
        if (pending.current === wanted) pending.current = undefined;
      };
      const going = navigate({ search: wanted.toString() }, { preventScrollReset: true, replace });
      void Promise.resolve(going).finally(arrive);
    },
    [navigate, replace],
  );
  return [search, change] as const;
}
