import { useCallback, useEffect, useRef } from 'react';
import { type NavigateOptions, useNavigate, useSearchParams } from 'react-router';

/**
 * The search of the address, and a change of it that starts from what was asked for last: of two quick choices the second must not
 * undo the first, whose page is not drawn yet.
 */
export function useSearchChange({ replace = false }: Pick<NavigateOptions, 'replace'> = {}) {
  const [search] = useSearchParams();
  const navigate = useNavigate();
  const wanted = useRef(search);
  useEffect(() => {
    wanted.current = search;
  }, [search]);
  const change = useCallback(
    (next: (search: URLSearchParams) => string) => {
      wanted.current = new URLSearchParams(next(wanted.current));
      void navigate({ search: wanted.current.toString() }, { preventScrollReset: true, replace });
    },
    [navigate, replace],
  );
  return [search, change] as const;
}
