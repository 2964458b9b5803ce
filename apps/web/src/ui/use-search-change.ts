import { useCallback, useRef } from 'react';
import { type NavigateOptions, useNavigate, useSearchParams } from 'react-router';

/**
 * The search of the address, and a change of it that starts from the last request. Of two quick choices the second must
 * not undo the first, whose page is not drawn yet. So it starts from the address itself and the navigation under way,
 * never from what React has drawn, which comes later than both.
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
