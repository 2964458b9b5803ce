import { useLocation, useNavigate } from 'react-router';

interface SearchState {
  search?: string;
}

/** React Router keeps the state of a history entry here. */
export const readNewestSearch = (): string =>
  (history.state as { usr: SearchState | null } | null)?.usr?.search ?? '';

/**
 * Filters are in the address. The search may be a number or an email, so it is in the state of the history
 * entry: proxies and the browser's history do not record it.
 */
export function useListAddress() {
  const location = useLocation();
  const navigate = useNavigate();
  const state = location.state as SearchState | null;
  /** Shows the first page of another list. */
  function change(values: Readonly<Record<string, string>>, search: string, { replace = true } = {}): void {
    const next = new URLSearchParams(window.location.search);
    next.delete('page');
    for (const [name, value] of Object.entries(values)) {
      if (value === '') next.delete(name);
      else next.set(name, value);
    }
    const options = { state: search === '' ? null : { search }, replace, preventScrollReset: true };
    void navigate({ search: next.toString() }, options);
  }
  return { address: new URLSearchParams(location.search), search: state?.search ?? '', state, change };
}
